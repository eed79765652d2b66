
"use strict";
(() => {
  const key = "gm:" + location.pathname;
  const count = document.getElementById("count");
  const progress = document.getElementById("progress");
  const said = document.getElementById("said");
  const again = document.getElementById("again");
  const cards = [...document.querySelectorAll("main > section[data-digest]")];
  const boxOf = (card) => card.querySelector("[data-tick]");

  // Ticks: a card's key with the digest of the text that was copied. Some browsers keep nothing for files.
  let ticks = {};
  let kept = true;
  const read = () => {
    let text = null;
    try {
      text = localStorage.getItem(key);
    } catch {
      kept = false;
    }
    ticks = {};
    try {
      Object.assign(ticks, JSON.parse(text));
    } catch {
      // What is stored there isn't ours: nothing is ticked.
    }
  };
  const write = () => {
    try {
      localStorage.setItem(key, JSON.stringify(ticks));
    } catch {
      kept = false;
    }
  };
  const show = () => {
    let done = 0;
    for (const card of cards) {
      const ticked = ticks[card.id] === card.dataset.digest;
      boxOf(card).checked = ticked;
      card.classList.toggle("done", ticked);
      const link = document.querySelector(`[data-for="${card.id}"]`);
      link.classList.toggle("done", ticked);
      link.title = ticked ? "done" : "";
      done += ticked;
    }
    progress.value = done;
    const note = kept ? "" : " (your browser forgets this with the page)";
    again.hidden = done === 0;
    count.textContent = (done === cards.length ? "All sent" : `${done} of ${cards.length} sent`) + note;
  };
  const tick = (card, on) => {
    if (on) ticks[card.id] = card.dataset.digest;
    else delete ticks[card.id];
    write();
    show();
  };

  // Copying: by the clipboard, else by selecting the text; where neither works, the selection is left to the reader.
  const selected = (area) => {
    const fold = area.closest("details.text");
    const before = [fold.open, document.activeElement];
    fold.open = true;
    area.focus();
    area.select();
    let done = false;
    try {
      done = document.execCommand("copy");
    } catch {
      done = false;
    }
    if (done) {
      fold.open = before[0];
      before[1].focus();
    }
    return done;
  };
  const copied = async (area) => {
    try {
      await navigator.clipboard.writeText(area.value);
      return true;
    } catch {
      return selected(area);
    }
  };
  let fading = 0;
  const tell = (button, text, good) => {
    said.textContent = text;
    clearTimeout(fading);
    if (good) fading = setTimeout(() => { said.textContent = ""; }, 4000);
    button.classList.toggle("good", good);
  };
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const area = document.getElementById(button.dataset.copy);
      if (!(await copied(area))) {
        tell(button, "The browser doesn't let this page copy. The text is selected: press Ctrl+C (on a Mac: Cmd+C).", false);
        return;
      }
      tell(button, `Copied: ${button.dataset.name}`, true);
      const card = button.closest("section[data-digest]");
      if (card && !card.querySelector("[data-copy]:not(.good)")) tick(card, true);
    });
  }
  for (const button of document.querySelectorAll("[data-picture]")) {
    if (!window.ClipboardItem || !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const data = button.parentElement.querySelector("[data-png]").href.split(",")[1];
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      try {
        await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
        tell(button, "Copied: the picture", true);
      } catch {
        tell(button, "The browser doesn't let this page copy pictures: save it instead.", false);
      }
    });
  }

  for (const card of cards) {
    boxOf(card).hidden = boxOf(card).disabled = false;
    boxOf(card).addEventListener("change", (event) => tick(card, event.target.checked));
  }
  again.addEventListener("click", () => {
    ticks = {};
    for (const button of document.querySelectorAll(".good")) button.classList.remove("good");
    write();
    show();
  });
  // What has to be scrolled sideways can be reached by keyboard.
  const reach = () => {
    for (const block of document.querySelectorAll(".preview pre, .preview table")) {
      if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
      else block.removeAttribute("tabindex");
    }
  };
  window.addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
  reach();

  window.addEventListener("storage", () => { read(); show(); });
  document.body.classList.add("live");
  read();
  write();
  show();
})();
