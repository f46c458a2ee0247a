import { type SubmitEvent, useCallback, useEffect, useRef, useState } from "react";
import { endLoading, showSending, showUnsent } from "#app/site/browser/progress.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { readSentFields } from "#app/site/forms/sent-fields.ts";
import { unansweredReason } from "#app/site/shell/connection.ts";
import { describeError } from "../browser/account-api.ts";
import { isUnreachable } from "../browser/sign-in-error.ts";

interface AccountSending {
  /** Address for browsers in which the island does not run. */
  action: string;
  /** Answer that came with the page. */
  fromPage: FormAnswer | undefined;
  /** Opens another page when done. Throws the error of the login or the API. */
  send(sent: FormData): Promise<void>;
}

/**
 * Sends a form with the login; ignores further presses meanwhile.
 * @returns the last answer and the props of an `AccountForm`
 */
export function useAccountSending({ action, fromPage, send }: AccountSending) {
  const [answer, setAnswer] = useState(fromPage);
  const [isSending, setSending] = useState(false);
  // On a slow phone a second tap can precede the render of the first.
  const isRunning = useRef(false);

  const end = useCallback(() => {
    isRunning.current = false;
    setSending(false);
  }, []);

  async function trySending(form: HTMLFormElement, sent: FormData): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    showSending();
    try {
      await send(sent);
    } catch (error) {
      end();
      if (isUnreachable(error)) showUnsent(unansweredReason(), () => void trySending(form, sent));
      else {
        const refusal = describeError(error);
        clearRefused(form, refusal.errors);
        setAnswer({ ...refusal, typed: readTexts(sent), isConsentTicked: sent.has("consent") });
      }
    }
    endLoading(null);
  }

  // The back/forward cache restores the page in its sending state.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end();
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [end]);

  return {
    answer,
    island: {
      action,
      isSending,
      isAnsweredByPage: answer === fromPage,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        void trySending(
          event.currentTarget,
          readSentFields(event.currentTarget, event.nativeEvent.submitter),
        );
      },
    },
  };
}

/** Empties refused current passwords, which have to be typed again. */
function clearRefused(form: HTMLFormElement, errors: Record<string, string>): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('[autocomplete="current-password"]'))
    if (errors[box.name]) box.value = "";
}

/** Returns the texts of a form without passwords. */
function readTexts(sent: FormData): Record<string, string> {
  const texts = [...sent].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts.filter(([name]) => !/password/i.test(name)));
}
