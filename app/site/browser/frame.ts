import type { SignUpAnswer } from "#app/site/pages/newsletter/subscription.ts";
import { unansweredReason, unsentWords } from "#app/site/shell/connection.ts";

/** Sends the newsletter form of the footer in place, and shows the back-to-top button. Runs on every public page. */
export function startFrame(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    if (!form?.closest(".foot")) return;
    event.preventDefault();
    void sendSignUp(form);
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".totop")) goToTop();
  });
  toggleBackToTop();
  addEventListener("scroll", toggleBackToTop, { passive: true });
}

/** Sends the newsletter form and replaces it with the answer. Ignores repeated presses. */
async function sendSignUp(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button");
  if (!button || button.ariaDisabled === "true") return;
  const label = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = "Sending…";
  fill(form, "source", location.pathname);
  // The form is part of the first document, so it is as old as the page.
  fill(form, "elapsed", String(Math.round(performance.now())));
  const { thanks, error } = await subscribe(form);
  button.ariaDisabled = null;
  button.textContent = label;
  if (thanks) {
    const words = document.createElement("p");
    words.className = "thanks";
    words.role = "status";
    words.tabIndex = -1;
    form.replaceWith(words);
    // Screen readers announce text added to an existing live region.
    words.textContent = thanks;
    // Removing the form also removed the focused button.
    if (document.activeElement === document.body) words.focus();
  } else if (error) showError(form, error);
}

function fill(form: HTMLFormElement, what: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`[data-is="${what}"]`);
  if (field) field.value = value;
}

function showError(form: HTMLFormElement, error: string): void {
  const line = form.querySelector(".err");
  const email = form.querySelector("[type=email]");
  if (!line?.parentElement || !email) return;
  line.lastChild?.remove();
  line.append(` ${error}`);
  line.parentElement.hidden = false;
  email.ariaInvalid = "true";
  email.setAttribute("aria-describedby", line.id);
}

/** Sends the form and reads the answer. After a network error, the typed text stays in the field. */
async function subscribe(form: HTMLFormElement): Promise<SignUpAnswer> {
  try {
    const response = await fetch("/newsletter/sign-up", { method: "POST", body: new FormData(form) });
    const answer: SignUpAnswer = await response.json();
    if (answer.thanks || answer.error) return answer;
    return { error: unsentWords.failed };
  } catch {
    return { error: unsentWords[unansweredReason()] };
  }
}

/** Scroll position in pixels from which the back-to-top button is shown. */
const farEnough = 300;

function toggleBackToTop(): void {
  document.querySelector(".quick-contact")?.classList.toggle("down", scrollY > farEnough);
}

function goToTop(): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  document.getElementById("main")?.focus({ preventScroll: true });
}
