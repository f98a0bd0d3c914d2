// While somebody sits at a running table the screen stays on, where the browser lets us (T10).

let lock = null, wanted = false;

/** Say whether the screen should stay on now. */
export function stayAwake(wish) {
  wanted = wish;
  if (!wish) release();
  else if (!lock && document.visibilityState === "visible" && navigator.wakeLock) ask();
}

async function ask() {
  lock = "asked";
  try {
    const given = await navigator.wakeLock.request("screen");
    given.addEventListener("release", () => { if (lock === given) lock = null; });
    lock = given;
    if (!wanted) release();
  } catch { lock = null; /* refused, for instance to save the battery: nothing depends on it */ }
}

function release() {
  if (lock && lock !== "asked") { lock.release(); lock = null; }
}

// The system takes the lock away from a page that is not seen.
document.addEventListener("visibilitychange", () => stayAwake(wanted));
