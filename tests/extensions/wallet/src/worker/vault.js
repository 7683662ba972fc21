/** Seal what only the password opens: PBKDF2 and AES-GCM, in the form of MetaMask's vaults. */

/** @typedef {{ data: string, iv: string, salt: string, keyMetadata?: { params?: { iterations?: number } } }} Sealed */

const ITERATIONS = 10_000; // for tests: a real wallet takes far more

/** @param {string} password @param {unknown} content @returns {Promise<Sealed>} */
export async function seal(password, content) {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const key = await keyOf(password, salt, ITERATIONS);
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain));
  return { data: toText(data), iv: toText(iv), salt: toText(salt) };
}

/** @param {string} password @param {Sealed} sealed @returns {Promise<boolean>} */
export async function opens(password, sealed) {
  const iterations = sealed.keyMetadata?.params?.iterations ?? ITERATIONS;
  const key = await keyOf(password, toBytes(sealed.salt), iterations);
  try {
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: toBytes(sealed.iv) }, key, toBytes(sealed.data));
    return true;
  } catch {
    return false;
  }
}

async function keyOf(password, salt, iterations) {
  const raw = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveKey"]);
  const way = { name: "PBKDF2", salt, iterations, hash: "SHA-256" };
  return crypto.subtle.deriveKey(way, raw, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const toText = (bytes) => btoa(String.fromCharCode(...bytes));
const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
