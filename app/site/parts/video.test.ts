import { expect, test } from "vitest";
import { embedAddress } from "./video.ts";

test("addresses of YouTube and Vimeo become players without cookies", () => {
  const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";
  expect(embedAddress("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3")).toBe(youtube);
  expect(embedAddress("https://youtu.be/dQw4w9WgXcQ")).toBe(youtube);
  expect(embedAddress("https://m.youtube.com/shorts/dQw4w9WgXcQ")).toBe(youtube);
  expect(embedAddress("https://vimeo.com/12345678")).toBe(
    "https://player.vimeo.com/video/12345678?autoplay=1&dnt=1",
  );
});

test("other addresses are not embedded", () => {
  expect(embedAddress("https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ")).toBeNull();
  expect(embedAddress("https://youtu.be/../evil?x=<script>")).toBeNull();
  expect(embedAddress("javascript:alert(1)")).toBeNull();
  expect(embedAddress("not an address")).toBeNull();
});
