import { popupChannel } from "#app/domain/accounts/browser/private-storage.ts";
import { markAttribute } from "#app/platform/http/security/security-headers.ts";
import style from "#app/site/styles/site.css?url";
import accountStyle from "./account-page.css?url";
import { SignInError } from "./browser/sign-in-error.ts";

/** The popup's last page: sends the result of the sign-in to other pages and closes. */
export function loader() {
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}

/** Sends the result by a channel, since isolation may cut off `opener`. No part of the address enters the page. */
const script = `
const given = new URLSearchParams(location.search);
const attempt = given.get("attempt");
const outcome = given.get("outcome");
history.replaceState(null, "", location.pathname);
if (attempt && outcome) {
  const event = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join("-");
  const code = given.get("code");
  new BroadcastChannel(${JSON.stringify(popupChannel)}).postMessage(
    code === null ? { event, attempt, outcome } : { event, attempt, outcome, code },
  );
  setTimeout(close, 50);
} else {
  document.getElementById("done").hidden = true;
  document.getElementById("unknown").hidden = false;
}`;

const unknown = new SignInError("invalid-auth-event");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Signing in</title>
<link rel="stylesheet" href="${style}">
<link rel="stylesheet" href="${accountStyle}">
</head>
<body class="popup-end">
<main class="narrow">
<div id="done" role="status">
<h1>That is done.</h1>
<p>This window closes automatically. If it stays open, close it and return to the page you came from.</p>
</div>
<div id="unknown" hidden>
<h1>We can’t match this sign-in.</h1>
<p>${unknown.message} ${unknown.nextStep}</p>
</div>
<p><a href="/login">To the sign-in page</a></p>
</main>
<script${markAttribute}>${script}</script>
</body>
</html>
`;
