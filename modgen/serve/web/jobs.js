// Jobs on the server: start, follow, cancel.
import { api } from "./dom.js";

/** Start a job and return its id. */
export async function start(kind, files, options = {}) {
  return (await api("POST", "api/jobs", { kind, files, options })).id;
}

/** Call `handle` with every event of a job, from its beginning. Returns a function that stops. */
export function follow(id, handle) {
  const source = new EventSource(`api/jobs/${id}/events`);
  let failures = 0;
  source.onmessage = message => {
    failures = 0;
    const event = JSON.parse(message.data);
    handle(event);
    if (["done", "failed", "cancelled"].includes(event.event)) source.close();
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED || ++failures > 5) {
      source.close();
      handle({ event: "lost" });
    }
  };
  return () => source.close();
}

export const cancel = id => api("DELETE", `api/jobs/${id}`);
export const fileOf = (id, name) => `api/jobs/${id}/files/${encodeURIComponent(name)}`;
