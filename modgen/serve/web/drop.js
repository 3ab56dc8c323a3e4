// A place to drop files: uploads them, shows how far they are, lists and removes them.
import { api, button, el, say, sign, size, t } from "./dom.js";

export class DropZone {
  /** `ready` is called with the ids of all files when the last upload is complete. */
  constructor({ title, hint, accept, ready, changed = () => {} }) {
    this.files = [];
    this.ready = ready;
    this.changed = changed;
    this.input = el("input", { type: "file", multiple: true, accept, class: "unseen", id: `files-${Math.random().toString(36).slice(2)}` });
    this.input.addEventListener("change", () => { this.add([...this.input.files]); this.input.value = ""; });
    this.label = el("label", { class: "drop", htmlFor: this.input.id },
      el("span", { class: "drop-sign", aria: { hidden: "true" } }, sign("plus")),
      el("strong", {}, title), el("span", { class: "drop-hint" }, hint));
    this.list = el("ul", { class: "files", aria: { label: t("files") } });
    this.root = el("div", { class: "dropzone" }, this.input, this.label, this.list);
  }

  /** Upload files. Their order in the list is the order in which they were chosen. */
  async add(chosen) {
    if (!chosen.length) return;
    const done = await Promise.all(chosen.map(file => this.#upload(file)));
    this.changed();
    if (done.some(Boolean) && !this.files.some(file => file.uploading)) this.ready(this.ids());
  }

  ids() {
    return this.files.filter(file => file.id).map(file => file.id);
  }

  #upload(file) {
    const bar = el("progress", { max: 1, value: 0, aria: { label: t("uploading", { name: file.name }) } });
    const row = el("li", {}, el("span", { class: "file-name" }, file.name), bar);
    const entry = { name: file.name, uploading: true, row };
    this.files.push(entry);
    this.list.append(row);
    this.root.classList.add("filled");
    return new Promise(resolve => {
      const request = new XMLHttpRequest();
      request.open("POST", `api/files?name=${encodeURIComponent(file.name)}`);
      request.setRequestHeader("content-type", "application/octet-stream");
      request.upload.onprogress = event => { bar.value = event.loaded / (event.total || 1); };
      const stop = button(sign("close"), () => request.abort(), { class: "quiet small", aria: { label: t("cancel_upload", { name: file.name }) } });
      row.append(stop);
      const end = problem => {
        entry.uploading = false;
        bar.remove();
        stop.remove();
        if (problem === undefined) {
          const answer = JSON.parse(request.responseText);
          Object.assign(entry, answer);
          row.dataset.kind = answer.kind;
          row.append(el("small", {}, size(answer.size)),
            button(sign("close"), () => this.remove(entry), { class: "quiet small", aria: { label: t("remove_file", { name: file.name }) } }));
        } else {
          this.files.splice(this.files.indexOf(entry), 1);
          row.remove();
          if (problem) say(`${file.name}: ${problem}`, true);
          this.root.classList.toggle("filled", this.files.length > 0);
        }
        resolve(problem === undefined);
      };
      request.onload = () => {
        if (request.status === 201) return end();
        let message = request.statusText;
        try { message = JSON.parse(request.responseText).message; } catch { /* not from our server */ }
        return end(message);
      };
      request.onerror = () => end(t("upload_failed"));
      request.onabort = () => end("");
      request.send(file);
    });
  }

  async remove(entry) {
    this.files.splice(this.files.indexOf(entry), 1);
    entry.row.remove();
    this.root.classList.toggle("filled", this.files.length > 0);
    this.input.focus();
    this.changed();
    try { await api("DELETE", `api/files/${entry.id}`); } catch { /* it is gone already */ }
  }
}
