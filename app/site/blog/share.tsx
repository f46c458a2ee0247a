import { useState } from "react";
import { Brand } from "#app/ui/brand.tsx";
import type { BrandName } from "#app/ui/brand-paths.ts";
import { Icon } from "#app/ui/icon.tsx";

interface ShareProps {
  title: string;
  /** Full address. */
  address: string;
}

/** Plain links to where people share, and a button that copies the address; nothing of those places is loaded. */
export function Share({ title, address }: ShareProps) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    const isDone = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    setSaid(isDone ? "The link is copied." : "The link could not be copied; it is in the address bar.");
  };
  return (
    <div className="share">
      {placesFor(title, address).map(({ name, label, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${label} (opens a new tab)`}
        >
          <Brand name={name} />
        </a>
      ))}
      <button type="button" onClick={copy} aria-label="Copy the link">
        <Icon name="link-2" />
      </button>
      <span className="said" role="status">
        {said}
      </span>
    </div>
  );
}

function placesFor(title: string, address: string): { name: BrandName; label: string; href: string }[] {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { name: "facebook", label: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    {
      name: "linkedin",
      label: "LinkedIn",
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { name: "x", label: "X", href: `https://x.com/intent/post?url=${url}&text=${text}` },
    { name: "whatsapp", label: "WhatsApp", href: `https://wa.me/?text=${text}%20${url}` },
  ];
}
