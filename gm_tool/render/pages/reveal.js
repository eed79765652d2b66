// Checks what the page says, on the reader's own machine, when it is opened.

const proof = JSON.parse(document.getElementById("proof").textContent);
const seed = bytesOf(proof.seed);
const fingerprint = hexOf(sha256(seed));

function tell(id, holding, text) {
  const place = document.getElementById(id);
  place.textContent = text;
  place.className = holding ? "holds" : "differs";
}

function checkDraws() {
  let wrong = 0;
  proof.draws.forEach((draw, index) => {
    const holding = holds(seed, draw);
    wrong += holding ? 0 : 1;
    tell(`draw-${index}`, holding, holding ? "\u2713 holds" : `\u2717 the seed gives ${[drawn(seed, draw)].flat().join(", ")}`);
  });
  const all = proof.draws.length;
  tell("draws", wrong === 0, `Draws that hold: ${all - wrong} of ${all}.`);
}

function compare() {
  const typed = document.getElementById("first-post").value.trim().toLowerCase();
  const holding = typed === fingerprint;
  const told = holding ? "It is the same: the seed is the one of the first post." : "It is another one.";
  tell("compared", holding, typed ? told : "");
}

const same = fingerprint === proof.commitment;
tell("seed-holds", same, same ? "\u2713 worked out from the seed, here, just now" : `\u2717 the seed gives ${fingerprint}`);
checkDraws();
document.getElementById("first-post").addEventListener("input", compare);
