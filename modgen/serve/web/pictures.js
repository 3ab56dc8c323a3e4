// The pictures of a game, and a place to add others.
import { button, el, prose, say, sign, size, t } from "./dom.js";

export class Pictures {
  constructor(bench, files) {
    this.bench = bench;
    this.files = files;
    this.input = el("input", { type: "file", multiple: true, accept: ".png,.jpg,.jpeg,.gif,.webp,.svg", class: "unseen", id: "picture-files" });
    this.input.addEventListener("change", () => { this.add([...this.input.files]); this.input.value = ""; });
    this.list = el("ul", { class: "picture-list" });
    this.dialog = el("dialog", { aria: { labelledby: "replace-title" } });
    this.label = el("label", { class: "drop small-drop", htmlFor: "picture-files" }, el("span", { class: "drop-sign", aria: { hidden: "true" } }, sign("plus")), el("strong", {}, t("pictures_drop")), el("span", { class: "drop-hint" }, prose(t("pictures_hint"))));
    this.root = el("div", { class: "picture-panel" }, this.input, this.label, this.list, this.dialog);
  }

  show(files) {
    const stamp = files.map(file => `${file.name} ${file.version}`).join("\n");
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    this.list.replaceChildren(...files.map(file => el("li", {},
      el("img", { src: `api/design/picture?${this.bench.query({ name: file.name, v: file.version })}`, alt: "", loading: "lazy" }),
      el("code", {}, file.name.slice(4)), el("small", {}, size(file.size)), this.bench.data.writable ? button(t("file_delete"), () => this.files.askDelete(file.name, ""), { class: "small quiet", aria: { label: `${t("file_delete")}: ${file.name}` } }) : "")));
    if (!files.length) this.list.replaceChildren(el("li", { class: "plain" }, t("pictures_none")));
  }

  async add(files) {
    for (const file of files) await this.#send(file, false);
    this.bench.update();
  }

  async #send(file, replace) {
    let response;
    try {
      response = await fetch(`api/design/picture?${this.bench.query({ name: file.name, replace: replace ? "1" : "" })}`, { method: "POST", body: file, headers: { "content-type": "application/octet-stream" } });
    } catch {
      say(t("server_gone"), true);
      return;
    }
    if (response.ok) { const { name } = await response.json(); say(t("picture_added", { name, id: name.replace(/\.\w+$/, "") })); return; }
    if (response.status === 409 && !replace) {
      if (await this.#ask(file.name)) await this.#send(file, true);
      return;
    }
    const answer = await response.json().catch(() => null);
    say(`${file.name}: ${answer?.message ?? response.statusText}`, true);
  }

  /** Whether a picture of the same name is to be replaced. */
  #ask(name) {
    return new Promise(resolve => {
      let answer = false;
      this.dialog.replaceChildren(el("h2", { id: "replace-title" }, t("picture_exists", { name })),
        el("p", { class: "links" }, button(t("replace"), () => { answer = true; this.dialog.close(); }, { class: "primary" }), button(t("cancel"), () => this.dialog.close())));
      this.dialog.addEventListener("close", () => resolve(answer), { once: true });
      this.dialog.showModal();
    });
  }
}
