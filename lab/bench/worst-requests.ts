import { Agent, type OutgoingHttpHeaders, request } from "node:http";

/** Expensive request of an anonymous visitor. */
export interface WorstCase {
  group: string;
  what: string;
  /** Sends the request once; returns the status of each answer, 0 if the connection ended without one. */
  send(site: string): Promise<number[]>;
}

interface Sent {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
  /** Whether the body has no announced length. */
  isChunked?: boolean;
}

const kilobytes = 1_000;
const megabytes = 1_000_000;

interface Places {
  picture: string;
  asset: string;
}

/** Requests for a running site with a file in its library. */
export function worstCases(places: Places): WorstCase[] {
  return [
    ...formCases(),
    ...uploadCases(),
    ...jsonCases(),
    ...addressCases(),
    ...headerCases(places),
    ...listCases(),
    ...searchCases(),
    ...accountCases(),
    ...streamCases(),
  ];
}

const forms = [
  ["sign-in", "/login"],
  ["contact", "/contact"],
  ["call", "/calltoaction"],
  ["newsletter", "/newsletter"],
  ["unsubscribe", "/newsletter/unsubscribe?key=nobody"],
  ["registration", "/registration"],
] as const;

const encoded = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=edge" };
const part = (name: string, value: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Letter with alternating marks above and below: sorting them is quadratic (Unicode, 3.11). */
const marks = (bytes: number) => `a${"\u0301\u0316".repeat(bytes / 4)}`;
const typed = (text: string) =>
  ["name", "email", "phone", "company", "service", "message", "bestTime", "topic", "homepage"]
    .map((name) => `${name}=${text}`)
    .join("&");

/** Bodies of the maximum length of any form. */
const formBodies: readonly (readonly [string, OutgoingHttpHeaders, string])[] = [
  ["`a&` up to the limit", encoded, "a&".repeat(50 * kilobytes)],
  ["`a=%` up to the limit", encoded, `a=${"%".repeat(99 * kilobytes)}`],
  ["`%E0` up to the limit", encoded, `message=${"%E0".repeat(33 * kilobytes)}`],
  ["one field up to the limit", encoded, `message=${"a".repeat(99 * kilobytes)}`],
  ["every field long", encoded, typed("a".repeat(11 * kilobytes))],
  ["every field of combining marks", encoded, typed(marks(10 * kilobytes))],
  ["one field of combining marks", encoded, `message=${marks(99 * kilobytes)}`],
  ["every field of `<a [url=`", encoded, typed("<a [url=".repeat(1300))],
  ["an address of `a@`", encoded, `intent=register&email=${"a@".repeat(49 * kilobytes)}`],
  ["400 fields", encoded, Array.from({ length: 400 }, (_, n) => `field${n}=${n}`).join("&")],
  ["190 fields", encoded, Array.from({ length: 190 }, (_, n) => `field${n}=${"b".repeat(500)}`).join("&")],
  ["`+` up to the limit", encoded, `intent=sign-in&message=${"+".repeat(99 * kilobytes)}`],
  ["multipart: many parts", multipart, part("a", "b").repeat(1500)],
  ["multipart: near misses of the boundary", multipart, `--edge\r\n${"\r\n--edg".repeat(14 * kilobytes)}`],
  ["multipart: no boundary at all", multipart, "\r\n".repeat(49 * kilobytes)],
  [
    "multipart: a part header up to the limit",
    multipart,
    `--edge\r\ncontent-disposition: form-data; ${'x="y"; '.repeat(14 * kilobytes)}\r\n\r\n`,
  ],
  [
    "multipart: a disposition of 7 kB",
    multipart,
    `--edge\r\ncontent-disposition: form-data; ${"name*=UTF-8''%41; ".repeat(400)}\r\n\r\nb\r\n--edge--\r\n`,
  ],
];

function formCases(): WorstCase[] {
  return forms.flatMap(([form, path]) =>
    formBodies.map(([what, headers, body]) => ({
      group: `form: ${form}`,
      what,
      send: one({ method: "POST", path, headers, body }),
    })),
  );
}

function uploadCases(): WorstCase[] {
  const body = Buffer.alloc(11 * megabytes, "a&");
  const places = [
    ["/myprofile/photo", encoded],
    ["/api/files", multipart],
    ["/dashboard/files", multipart],
    ["/contact", encoded],
  ] as const;
  return places.flatMap(([path, headers]) =>
    [false, true].map((isChunked) => ({
      group: "11 MB without a session, thirty at once",
      what: `${path}${isChunked ? ", chunked" : ""}`,
      send: atOnce(30, { method: "POST", path, headers, body, isChunked }),
    })),
  );
}

function jsonCases(): WorstCase[] {
  const bodies: readonly (readonly [string, string])[] = [
    ["49,000 nested arrays", "[".repeat(49 * kilobytes) + "]".repeat(49 * kilobytes)],
    ["unclosed nested arrays", `{"a":${"[".repeat(99 * kilobytes)}`],
    ["an array of 49,000 numbers", `[${"1,".repeat(49 * kilobytes)}1]`],
    ["a number of 99,000 digits", `{"email":${"9".repeat(99 * kilobytes)}}`],
    ["a number in e-notation", `{"email":1e${"9".repeat(99 * kilobytes)}}`],
    ["a key of 99 kB", `{"${"k".repeat(99 * kilobytes)}":1}`],
    ["9,000 keys", `{${Array.from({ length: 9000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["the same key 16,000 times", `{${'"a":1,'.repeat(16_000)}"a":1}`],
    ["escapes up to the limit", `{"email":"${"\\u0041".repeat(16_500)}"}`],
    ["lone surrogates up to the limit", `{"email":"${"\\ud800".repeat(16_500)}"}`],
    ["blanks up to the limit", `{${" ".repeat(99 * kilobytes)}}`],
    ["combining marks", `{"name":"${marks(99 * kilobytes)}","email":"a@b.example"}`],
    ["an address of `a@`", `{"email":"${"a@".repeat(49 * kilobytes)}","password":"x"}`],
    ["an address of dots", `{"email":"a@${"b.".repeat(49 * kilobytes)}","password":"x"}`],
    ["a phone of 99 kB", `{"name":"n","phone":"${"+1".repeat(49 * kilobytes)}","consent":true}`],
    [
      "a passkey of 99 kB",
      `{"response":{"id":"${"A".repeat(49 * kilobytes)}","rawId":"${"A".repeat(49 * kilobytes)}"}}`,
    ],
  ];
  const places = [
    "/api/auth/sign-in",
    "/api/auth/sign-up",
    "/api/auth/passkey/sign-in",
    "/api/contact",
    "/api/calls",
    "/api/subscribers",
  ];
  return places.flatMap((path) =>
    bodies.map(([what, body]) => ({
      group: `JSON: ${path}`,
      what,
      send: one({ method: "POST", path, headers: { "content-type": "application/json" }, body }),
    })),
  );
}

function addressCases(): WorstCase[] {
  const queries: readonly (readonly [string, string])[] = [
    ["8 kB of `&`", "&".repeat(8_000)],
    ["8 kB of `%E0`", `q=${"%E0".repeat(2_600)}`],
    ["8 kB of `%`", `q=${"%".repeat(8_000)}`],
    ["8 kB of `+`", `q=${"+".repeat(8_000)}`],
    ["100 parameters", Array.from({ length: 100 }, (_, n) => `utm_${n}=${"x".repeat(60)}`).join("&")],
    ["one parameter 100 times", `page=2&${"page=2&".repeat(98)}page=2`],
    ["one parameter of 8 kB", `next=${"/a".repeat(4_000)}`],
    ["16 kB of `a`", "a".repeat(15_500)],
  ];
  const steps: readonly (readonly [string, string])[] = [
    ["8 kB of `%41`", `/${"%41".repeat(2_600)}`],
    ["8 kB of `/`", "/".repeat(8_000)],
    ["4,000 path segments", "/a".repeat(4_000)],
    ["`../` up to the limit", `/${"../".repeat(2_600)}`],
    ["a slug of 8 kB", `/blog/${"a-".repeat(3_900)}`],
    ["a file's name of 8 kB", `/files/${"a".repeat(8_000)}`],
    ["a preview of 8 kB", `/preview/link/${"a".repeat(8_000)}`],
    ["a share image of 8 kB", `/share/blog/${"a".repeat(8_000)}.png`],
    ["a turbo-stream of 8 kB", `/blog/${"a".repeat(7_900)}.data?_routes=${"x,".repeat(20)}`],
  ];
  return [
    ...["/blog", "/contact", "/login", "/api/blogs", "/blog.data"].flatMap((path) =>
      queries.map(([what, query]) => ({
        group: `query: ${path}`,
        what,
        send: one({ path: `${path}?${query}` }),
      })),
    ),
    ...steps.map(([what, path]) => ({ group: "path", what, send: one({ path }) })),
  ];
}

const maxHeadBytes = 15_000;

function headerCases(places: Places): WorstCase[] {
  const fill = (text: string) => text.repeat(Math.floor(maxHeadBytes / text.length));
  const headers: readonly (readonly [string, OutgoingHttpHeaders])[] = [
    ["cookie: 5,000 of three letters", { cookie: fill("a=b;") }],
    ["cookie: one of 15 kB", { cookie: `a=${"b".repeat(maxHeadBytes)}` }],
    ["cookie: quotes", { cookie: fill('a="\\"";') }],
    ["cookie: blanks", { cookie: `a=b;${" ".repeat(maxHeadBytes)}signed-in=1` }],
    ["cookie: 500 sessions", { cookie: fill("frontdesk.session_token=abcdef; ") }],
    ["accept-language: 1,000", { "accept-language": fill("en-GB;q=0.9,") }],
    ["accept-language: commas", { "accept-language": fill(",") }],
    ["accept: 1,000", { accept: fill("text/html;q=0.9,") }],
    ["accept: semicolons", { accept: fill("*/*;") }],
    ["accept-encoding: 2,000", { "accept-encoding": fill("gzip;q=0.5,") }],
    ["accept-encoding: semicolons", { "accept-encoding": `br${fill(";")}` }],
    ["if-none-match: thousands", { "if-none-match": fill('"abc",') }],
    ["if-none-match: unclosed", { "if-none-match": fill('W/"') }],
    ["if-modified-since: 15 kB", { "if-modified-since": fill("Sat, 01 Jan 2000 00:00:00 GMT ") }],
    ["range: 2,000", { range: `bytes=${fill("0-1,")}` }],
    ["range: digits", { range: `bytes=${"9".repeat(maxHeadBytes)}-` }],
    ["referer: 15 kB", { referer: `http://x.example/${fill("a/")}` }],
    ["user-agent: 15 kB", { "user-agent": fill("Mozilla/5.0 (X11; ") }],
    ["x-forwarded-for: 3,000", { "x-forwarded-for": fill("1.1.1.1,") }],
    ["x-forwarded-for: IPv6", { "x-forwarded-for": fill("::ffff:7f00:1,") }],
    ["authorization: 15 kB", { authorization: `Bearer ${fill("eyJh.")}` }],
    ["idempotency-key: 15 kB", { "idempotency-key": "k".repeat(maxHeadBytes) }],
    ["x-request-id: 15 kB", { "x-request-id": "k".repeat(maxHeadBytes) }],
    ["host: 15 kB", { host: "h".repeat(maxHeadBytes) }],
    ["1,500 headers", Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`x-${n}`, "1"]))],
    ["20 kB of headers", { "x-long": "x".repeat(20 * kilobytes) }],
  ];
  const paths = ["/blog", "/search?q=web", "/no-such-page", "/api/blogs", places.picture, places.asset];
  const plain = paths.flatMap((path) =>
    headers.map(([what, sent]) => ({
      group: `header: ${path.startsWith("/files") ? "a picture" : path.startsWith("/assets") ? "a script" : path}`,
      what,
      send: one({ path, headers: sent }),
    })),
  );
  const strange = "multipart/form-data;";
  const types = [
    ["content-type: semicolons", `${strange}${fill("; ")}`],
    ["content-type: blanks", `${strange}${" ".repeat(maxHeadBytes)}x`],
    ["content-type: boundaries", `${strange}${fill("boundary=;")}`],
  ] as const;
  return [
    ...plain,
    ...types.map(([what, type]) => ({
      group: "header: a form",
      what,
      send: one({ method: "POST", path: "/contact", headers: { "content-type": type }, body: "--a--" }),
    })),
    ...["contact", "subscribers", "files"].map((name) => ({
      group: "header: an API write",
      what: `idempotency-key of 15 kB, ${name}`,
      send: one({
        method: "POST",
        path: `/api/${name}`,
        headers: { "content-type": "application/json", "idempotency-key": "k".repeat(maxHeadBytes) },
        body: "{}",
      }),
    })),
  ];
}

function listCases(): WorstCase[] {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const cursors: readonly (readonly [string, string])[] = [
    ["only letters", "A".repeat(7_900)],
    ["nested arrays", Buffer.from("[".repeat(740)).toString("base64url")],
    ["a key of 700 letters", cursor(["z".repeat(700), "z"])],
    ["a number as key", cursor(["9".repeat(300), "0"])],
    ["marks as key", cursor([marks(600), "a"])],
  ];
  const places = [
    "/blog?after=",
    "/blog?before=",
    "/portfolio?after=",
    "/api/blogs?cursor=",
    "/api/blogs?limit=100&cursor=",
  ];
  return [
    ...places.flatMap((place) =>
      cursors.map(([what, text]) => ({
        group: `cursor: ${place}`,
        what,
        send: one({ path: place + text }),
      })),
    ),
    ...["/blog?page=999999999", "/api/blogs?limit=100", "/blog?category=%25%25%25", "/blog?tag=%5F%25"].map(
      (path) => ({ group: "list", what: path, send: one({ path }) }),
    ),
  ];
}

function searchCases(): WorstCase[] {
  const words: readonly (readonly [string, string])[] = [
    ["1,000 words", Array.from({ length: 1000 }, (_, n) => `w${n}`).join(" ")],
    ["one word of 2,500 letters", "a".repeat(2_500)],
    ["one letter", "a"],
    ["eight letters", "a b c d e f g h"],
    ["quotes", '"'.repeat(2_500)],
    ["stars", "a* ".repeat(800)],
    ["NEAR(", "NEAR(a b, 1000) ".repeat(150)],
    ["AND OR NOT", "a AND b OR NOT c ".repeat(150)],
    ["column filters", "words:a {words}:b ^a -b + ".repeat(90)],
    ["Bangla marks", "ক\u09be\u09bf\u0982".repeat(220)],
    ["combining marks", marks(1_300)],
    ["letters that grow in lower case", "İ".repeat(400)],
    ["% and _", "%_".repeat(1_200)],
    ["joiners", "\u200c\u200d".repeat(400)],
  ];
  return ["/search?q=", "/blog?q=", "/api/blogs?q=", "/services?q=", "/portfolio?q="].flatMap((place) =>
    words.map(([what, text]) => ({
      group: `search: ${place}`,
      what,
      send: one({
        path:
          place +
          encodeURIComponent(text)
            .slice(0, 8_000)
            .replace(/%[^%]?$/, ""),
      }),
    })),
  );
}

/** Requests that check, hash or rate passwords. */
function accountCases(): WorstCase[] {
  const json = { "content-type": "application/json" };
  const post = (path: string, body: unknown): Sent => ({
    method: "POST",
    path,
    headers: json,
    body: JSON.stringify(body),
  });
  const password = "P@ssw0rd1qaz".repeat(10);
  const names = Array.from({ length: 3 }, () => "Rahima Khatun ".repeat(21));
  const person = { name: "N".repeat(120), email: `${"e".repeat(60)}@mill.example`, consent: true };
  const good = "seven green mango crates beside a very long river ".repeat(2);
  const account = { ...person, password: good, passwordAgain: good, newsletter: false };
  return [
    {
      what: "ten sign-ins at once",
      send: atOnce(10, post("/api/auth/sign-in", { email: "a@b.example", password })),
    },
    {
      what: "password of 100 kB",
      send: one(post("/api/auth/sign-in", { email: "a@b.example", password: "x".repeat(98_000) })),
    },
    {
      what: "password of 2,000 combining marks",
      send: one(post("/api/auth/sign-in", { email: "a@b.example", password: marks(4_000) })),
    },
    { what: "password weighed", send: one(post("/api/auth/password-check", { password, known: names })) },
    {
      what: "strength check of a one-character password",
      send: one(post("/api/auth/password-check", { password: "a".repeat(128), known: names })),
    },
    {
      what: "strength check of a password of marks",
      send: one(
        post("/api/auth/password-check", {
          password: marks(380),
          known: [marks(590), marks(590), marks(590)],
        }),
      ),
    },
    {
      what: "ten strength checks at once",
      send: atOnce(10, post("/api/auth/password-check", { password, known: names })),
    },
    { what: "ten registrations at once", send: atOnce(10, post("/api/auth/sign-up", account)) },
    {
      what: "registration, every field long",
      send: one(post("/api/auth/sign-up", { ...account, name: "N ".repeat(49_000) })),
    },
    {
      what: "ten password resets at once",
      send: atOnce(10, post("/api/auth/forgot-password", { email: person.email })),
    },
  ].map(({ what, send: sent }) => ({ group: "accounts", what, send: sent }));
}

function streamCases(): WorstCase[] {
  return [
    {
      group: "event stream",
      what: "300 requests without a session, ten at a time",
      send: inRows(30, 10, { path: "/api/contact/events" }),
    },
  ];
}

const agent = new Agent({ keepAlive: true });
let senders = 0;

/** Address in another network each time, so that rate limits do not skip the work. */
function strangerAddress(): string {
  senders += 1;
  return `198.${18 + ((senders >> 16) & 1)}.${(senders >> 8) & 255}.${senders & 255}`;
}

function one(sent: Sent) {
  return async (site: string) => [await send(site, sent)];
}

function atOnce(times: number, sent: Sent) {
  return (site: string) => Promise.all(Array.from({ length: times }, () => send(site, sent)));
}

function inRows(rows: number, times: number, sent: Sent) {
  return async (site: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < rows; n += 1) statuses.push(...(await atOnce(times, sent)(site)));
    return statuses;
  };
}

function send(site: string, { method = "GET", path, headers = {}, body, isChunked }: Sent): Promise<number> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve) => {
    let status = 0;
    const outgoingRequest = request({
      hostname,
      port,
      method,
      path,
      agent: body === undefined ? agent : false,
      headers: {
        origin: site,
        "x-forwarded-for": strangerAddress(),
        ...(body !== undefined && !isChunked && { "content-length": Buffer.byteLength(body) }),
        ...headers,
      },
    });
    outgoingRequest.on("response", (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
    });
    // The server stops reading a rejected request, so writing the rest fails.
    outgoingRequest.on("error", () => resolve(status));
    outgoingRequest.on("close", () => resolve(status));
    outgoingRequest.end(body);
  });
}
