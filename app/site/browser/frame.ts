import type { SignUpAnswer } from "#app/site/pages/newsletter/subscription.ts";
import { unansweredReason, unsentWords } from "#app/site/shell/connection.ts";

/** Answers the sign-up of the footer in place, and shows the button that leads to the top; for every page of the site. */
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
  showWayUp();
  addEventListener("scroll", showWayUp, { passive: true });
}

/** Sends the sign-up of the footer, once however often it is pressed, and shows the answer in its place. */
async function sendSignUp(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button");
  if (!button || button.ariaDisabled === "true") return;
  const label = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = "Sending…";
  fill(form, "source", location.pathname);
  // The form is in the page from the start.
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
    // The focus has gone with the button, unless it was elsewhere.
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

/** Sends the form and reads the answer; without one the text stays in the field. */
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

/** Pixels from the top from which a way back is worth a button. */
const farEnough = 300;

function showWayUp(): void {
  document.querySelector(".selvedge")?.classList.toggle("down", scrollY > farEnough);
}

function goToTop(): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  document.getElementById("main")?.focus({ preventScroll: true });
}
