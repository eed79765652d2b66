"use strict";
// SHA-256 (FIPS 180-4), HMAC (RFC 2104) and the draws of gm, in nothing but plain JavaScript: on a page that is
// opened as a file, some browsers offer no cryptography of their own.

const MASK = 0xffffffff;

function firstPrimes(count) {
  const primes = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every(prime => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

// The first 32 bits of the part behind the point of a prime's square root or cube root, by whole numbers alone.
function fraction(prime, degree) {
  const goal = BigInt(prime) << BigInt(32 * degree);
  let low = 0n;
  let high = BigInt(prime) << 32n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** BigInt(degree) <= goal) low = middle; else high = middle - 1n;
  }
  return Number(low & BigInt(MASK));
}

const START = firstPrimes(8).map(prime => fraction(prime, 2));
const ROUNDS = firstPrimes(64).map(prime => fraction(prime, 3));

function rotated(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

// The message, a bit 1, as many bits 0 as are needed, and its length in bits: a whole number of blocks of 64 bytes.
function padded(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(bytes.length - 4, (message.length * 8) >>> 0);
  return view;
}

function schedule(view, offset) {
  const words = new Uint32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const near = words[t - 2];
    const far = words[t - 15];
    const one = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const zero = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    words[t] = one + words[t - 7] + zero + words[t - 16];
  }
  return words;
}

function compressed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + ROUNDS[t] + words[t]) | 0;
    const turned = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (turned + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (state[index] + word) >>> 0);
}

function sha256(message) {
  const view = padded(message);
  let state = START;
  for (let offset = 0; offset < view.byteLength; offset += 64) state = compressed(state, schedule(view, offset));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

function joined(one, other) {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function hmacSha256(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map(byte => byte ^ 0x36), message));
  return sha256(joined(block.map(byte => byte ^ 0x5c), inner));
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) || [], pair => parseInt(pair, 16));
}

function hexOf(bytes) {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
}

// The numbers of a label, one after the other: below(n) gives the next one from 0 to n - 1.
function stream(seed, label) {
  const span = 1n << 64n;
  let k = 0;
  return n => {
    const limit = span - span % BigInt(n);
    for (;;) {
      const digest = hmacSha256(seed, new TextEncoder().encode(`${label}#${k}`));
      const x = new DataView(digest.buffer).getBigUint64(0);
      k += 1;
      if (x < limit) return Number(x % BigInt(n));
    }
  };
}

// What a draw must have given: a number below n, or `count` of the items in the order drawn.
function drawn(seed, draw) {
  const below = stream(seed, draw.label);
  if (!draw.items.length) return below(draw.n);
  const pool = [...draw.items];
  for (let i = 0; i < draw.result.length; i += 1) {
    const other = i + below(pool.length - i);
    [pool[i], pool[other]] = [pool[other], pool[i]];
  }
  return pool.slice(0, draw.result.length);
}

function holds(seed, draw) {
  return JSON.stringify(drawn(seed, draw)) === JSON.stringify(draw.result);
}
