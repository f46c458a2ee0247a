import { Agent, type OutgoingHttpHeaders, request } from "node:http";

/** Expensive request of an anonymous visitor. */
export interface WorstCase {
  group: string;
  variant: string;
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

/** Letter with alternating marks above and below, which take quadratic time to sort (Unicode, 3.11). */
const marks = (bytes: number) => `a${"\u0301\u0316".repeat(bytes / 4)}`;
const fillAllFields = (text: string) =>
  ["name", "email", "phone", "company", "service", "message", "bestTime", "topic", "homepage"]
    .map((name) => `${name}=${text}`)
    .join("&");

/** Form bodies of maximum length. */
const formBodies: readonly (readonly [string, OutgoingHttpHeaders, string])[] = [
  ["`a&` up to the size limit", encoded, "a&".repeat(50 * kilobytes)],
  ["`a=%` up to the size limit", encoded, `a=${"%".repeat(99 * kilobytes)}`],
  ["`%E0` up to the size limit", encoded, `message=${"%E0".repeat(33 * kilobytes)}`],
  ["one field up to the size limit", encoded, `message=${"a".repeat(99 * kilobytes)}`],
  ["every field long", encoded, fillAllFields("a".repeat(11 * kilobytes))],
  ["every field of combining marks", encoded, fillAllFields(marks(10 * kilobytes))],
  ["one field of combining marks", encoded, `message=${marks(99 * kilobytes)}`],
  ["every field of `<a [url=`", encoded, fillAllFields("<a [url=".repeat(1300))],
  ["address of `a@`", encoded, `intent=register&email=${"a@".repeat(49 * kilobytes)}`],
  ["400 fields", encoded, Array.from({ length: 400 }, (_, n) => `field${n}=${n}`).join("&")],
  ["190 fields", encoded, Array.from({ length: 190 }, (_, n) => `field${n}=${"b".repeat(500)}`).join("&")],
  ["`+` up to the size limit", encoded, `intent=sign-in&message=${"+".repeat(99 * kilobytes)}`],
  ["multipart: many parts", multipart, part("a", "b").repeat(1500)],
  ["multipart: almost matching boundaries", multipart, `--edge\r\n${"\r\n--edg".repeat(14 * kilobytes)}`],
  ["multipart: no boundary", multipart, "\r\n".repeat(49 * kilobytes)],
  [
    "multipart: part header up to the size limit",
    multipart,
    `--edge\r\ncontent-disposition: form-data; ${'x="y"; '.repeat(14 * kilobytes)}\r\n\r\n`,
  ],
  [
    "multipart: disposition of 7 kB",
    multipart,
    `--edge\r\ncontent-disposition: form-data; ${"name*=UTF-8''%41; ".repeat(400)}\r\n\r\nb\r\n--edge--\r\n`,
  ],
];

function formCases(): WorstCase[] {
  return forms.flatMap(([form, path]) =>
    formBodies.map(([variant, headers, body]) => ({
      group: `form: ${form}`,
      variant,
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
      group: "30 concurrent bodies of 11 MB without a session",
      variant: `${path}${isChunked ? ", chunked" : ""}`,
      send: atOnce(30, { method: "POST", path, headers, body, isChunked }),
    })),
  );
}

function jsonCases(): WorstCase[] {
  const bodies: readonly (readonly [string, string])[] = [
    ["49,000 nested arrays", "[".repeat(49 * kilobytes) + "]".repeat(49 * kilobytes)],
    ["unclosed nested arrays", `{"a":${"[".repeat(99 * kilobytes)}`],
    ["array of 49,000 numbers", `[${"1,".repeat(49 * kilobytes)}1]`],
    ["number of 99,000 digits", `{"email":${"9".repeat(99 * kilobytes)}}`],
    ["number in exponential notation", `{"email":1e${"9".repeat(99 * kilobytes)}}`],
    ["key of 99 kB", `{"${"k".repeat(99 * kilobytes)}":1}`],
    ["9,000 keys", `{${Array.from({ length: 9000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["same key 16,000 times", `{${'"a":1,'.repeat(16_000)}"a":1}`],
    ["escapes up to the size limit", `{"email":"${"\\u0041".repeat(16_500)}"}`],
    ["lone surrogates up to the size limit", `{"email":"${"\\ud800".repeat(16_500)}"}`],
    ["spaces up to the size limit", `{${" ".repeat(99 * kilobytes)}}`],
    ["combining marks", `{"name":"${marks(99 * kilobytes)}","email":"a@b.example"}`],
    ["address of `a@`", `{"email":"${"a@".repeat(49 * kilobytes)}","password":"x"}`],
    ["address of dots", `{"email":"a@${"b.".repeat(49 * kilobytes)}","password":"x"}`],
    ["phone number of 99 kB", `{"name":"n","phone":"${"+1".repeat(49 * kilobytes)}","consent":true}`],
    [
      "passkey of 99 kB",
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
    bodies.map(([variant, body]) => ({
      group: `JSON: ${path}`,
      variant,
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
    ["`../` up to the size limit", `/${"../".repeat(2_600)}`],
    ["slug of 8 kB", `/blog/${"a-".repeat(3_900)}`],
    ["file name of 8 kB", `/files/${"a".repeat(8_000)}`],
    ["preview link of 8 kB", `/preview/link/${"a".repeat(8_000)}`],
    ["share image of 8 kB", `/share/blog/${"a".repeat(8_000)}.png`],
    ["turbo-stream path of 8 kB", `/blog/${"a".repeat(7_900)}.data?_routes=${"x,".repeat(20)}`],
  ];
  return [
    ...["/blog", "/contact", "/login", "/api/blogs", "/blog.data"].flatMap((path) =>
      queries.map(([variant, query]) => ({
        group: `query: ${path}`,
        variant,
        send: one({ path: `${path}?${query}` }),
      })),
    ),
    ...steps.map(([variant, path]) => ({ group: "path", variant, send: one({ path }) })),
  ];
}

const maxHeadBytes = 15_000;

function headerCases(places: Places): WorstCase[] {
  const fill = (text: string) => text.repeat(Math.floor(maxHeadBytes / text.length));
  const headers: readonly (readonly [string, OutgoingHttpHeaders])[] = [
    ["cookie: many short pairs", { cookie: fill("a=b;") }],
    ["cookie: one of 15 kB", { cookie: `a=${"b".repeat(maxHeadBytes)}` }],
    ["cookie: quotes", { cookie: fill('a="\\"";') }],
    ["cookie: spaces", { cookie: `a=b;${" ".repeat(maxHeadBytes)}signed-in=1` }],
    ["cookie: many sessions", { cookie: fill("frontdesk.session_token=abcdef; ") }],
    ["accept-language: many", { "accept-language": fill("en-GB;q=0.9,") }],
    ["accept-language: commas", { "accept-language": fill(",") }],
    ["accept: many", { accept: fill("text/html;q=0.9,") }],
    ["accept: semicolons", { accept: fill("*/*;") }],
    ["accept-encoding: many", { "accept-encoding": fill("gzip;q=0.5,") }],
    ["accept-encoding: semicolons", { "accept-encoding": `br${fill(";")}` }],
    ["if-none-match: many", { "if-none-match": fill('"abc",') }],
    ["if-none-match: unclosed quotes", { "if-none-match": fill('W/"') }],
    ["if-modified-since: 15 kB", { "if-modified-since": fill("Sat, 01 Jan 2000 00:00:00 GMT ") }],
    ["range: many ranges", { range: `bytes=${fill("0-1,")}` }],
    ["range: digits", { range: `bytes=${"9".repeat(maxHeadBytes)}-` }],
    ["referer: 15 kB", { referer: `http://x.example/${fill("a/")}` }],
    ["user-agent: 15 kB", { "user-agent": fill("Mozilla/5.0 (X11; ") }],
    ["x-forwarded-for: many addresses", { "x-forwarded-for": fill("1.1.1.1,") }],
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
    headers.map(([variant, sent]) => ({
      group: `header: ${path.startsWith("/files") ? "picture" : path.startsWith("/assets") ? "script" : path}`,
      variant,
      send: one({ path, headers: sent }),
    })),
  );
  const prefix = "multipart/form-data;";
  const types = [
    ["content-type: semicolons", `${prefix}${fill("; ")}`],
    ["content-type: spaces", `${prefix}${" ".repeat(maxHeadBytes)}x`],
    ["content-type: boundaries", `${prefix}${fill("boundary=;")}`],
  ] as const;
  return [
    ...plain,
    ...types.map(([variant, type]) => ({
      group: "header: form",
      variant,
      send: one({ method: "POST", path: "/contact", headers: { "content-type": type }, body: "--a--" }),
    })),
    ...["contact", "subscribers", "files"].map((name) => ({
      group: "header: API write",
      variant: `idempotency-key: 15 kB, /api/${name}`,
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
    ["key of 700 letters", cursor(["z".repeat(700), "z"])],
    ["number as key", cursor(["9".repeat(300), "0"])],
    ["combining marks as key", cursor([marks(600), "a"])],
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
      cursors.map(([variant, text]) => ({
        group: `cursor: ${place}`,
        variant,
        send: one({ path: place + text }),
      })),
    ),
    ...["/blog?page=999999999", "/api/blogs?limit=100", "/blog?category=%25%25%25", "/blog?tag=%5F%25"].map(
      (path) => ({ group: "list", variant: path, send: one({ path }) }),
    ),
  ];
}

function searchCases(): WorstCase[] {
  const words: readonly (readonly [string, string])[] = [
    ["1,000 words", Array.from({ length: 1000 }, (_, n) => `w${n}`).join(" ")],
    ["one word of 2,500 letters", "a".repeat(2_500)],
    ["one letter", "a"],
    ["eight words of one letter", "a b c d e f g h"],
    ["quotes", '"'.repeat(2_500)],
    ["asterisks", "a* ".repeat(800)],
    ["NEAR(", "NEAR(a b, 1000) ".repeat(150)],
    ["AND OR NOT", "a AND b OR NOT c ".repeat(150)],
    ["column filters", "words:a {words}:b ^a -b + ".repeat(90)],
    ["Bangla marks", "ক\u09be\u09bf\u0982".repeat(220)],
    ["combining marks", marks(1_300)],
    ["letters that are longer in lower case", "İ".repeat(400)],
    ["% and _", "%_".repeat(1_200)],
    ["joiners", "\u200c\u200d".repeat(400)],
  ];
  return ["/search?q=", "/blog?q=", "/api/blogs?q=", "/services?q=", "/portfolio?q="].flatMap((place) =>
    words.map(([variant, text]) => ({
      group: `search: ${place}`,
      variant,
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
      variant: "ten concurrent sign-ins",
      send: atOnce(10, post("/api/auth/sign-in", { email: "a@b.example", password })),
    },
    {
      variant: "password of 100 kB",
      send: one(post("/api/auth/sign-in", { email: "a@b.example", password: "x".repeat(98_000) })),
    },
    {
      variant: "password of 2,000 combining marks",
      send: one(post("/api/auth/sign-in", { email: "a@b.example", password: marks(4_000) })),
    },
    {
      variant: "strength check of a long password",
      send: one(post("/api/auth/password-check", { password, known: names })),
    },
    {
      variant: "strength check of a one-character password",
      send: one(post("/api/auth/password-check", { password: "a".repeat(128), known: names })),
    },
    {
      variant: "strength check of combining marks",
      send: one(
        post("/api/auth/password-check", {
          password: marks(380),
          known: [marks(590), marks(590), marks(590)],
        }),
      ),
    },
    {
      variant: "ten concurrent strength checks",
      send: atOnce(10, post("/api/auth/password-check", { password, known: names })),
    },
    { variant: "ten concurrent registrations", send: atOnce(10, post("/api/auth/sign-up", account)) },
    {
      variant: "registration, every field long",
      send: one(post("/api/auth/sign-up", { ...account, name: "N ".repeat(49_000) })),
    },
    {
      variant: "ten concurrent password resets",
      send: atOnce(10, post("/api/auth/forgot-password", { email: person.email })),
    },
  ].map(({ variant, send: sent }) => ({ group: "accounts", variant, send: sent }));
}

function streamCases(): WorstCase[] {
  return [
    {
      group: "event stream",
      variant: "300 requests without a session, 10 concurrent",
      send: repeat(30, 10, { path: "/api/contact/events" }),
    },
  ];
}

const agent = new Agent({ keepAlive: true });
let addressCount = 0;

/** Address in another network each time, so that no rate limit applies. */
function nextAddress(): string {
  addressCount += 1;
  return `198.${18 + ((addressCount >> 16) & 1)}.${(addressCount >> 8) & 255}.${addressCount & 255}`;
}

function one(sent: Sent) {
  return async (site: string) => [await send(site, sent)];
}

function atOnce(times: number, sent: Sent) {
  return (site: string) => Promise.all(Array.from({ length: times }, () => send(site, sent)));
}

function repeat(rounds: number, times: number, sent: Sent) {
  return async (site: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < rounds; n += 1) statuses.push(...(await atOnce(times, sent)(site)));
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
        "x-forwarded-for": nextAddress(),
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
