// Browsers start no worker from a file, so the search of a site that is opened without a server runs in a
// hidden frame of the page instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inner = frame.contentWindow;
      this.inner.postMessage = (data) => {
        const message = new MessageEvent("message", { data });
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
      };
      this.started = new Promise((done) => {
        const script = frame.contentDocument.createElement("script");
        script.src = new URL(address, document.baseURI).href;
        script.onload = done;
        frame.contentDocument.body.append(script);
      });
    }
    postMessage(data) {
      this.started.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  };
}
