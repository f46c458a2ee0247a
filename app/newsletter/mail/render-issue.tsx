import { renderToStaticMarkup } from "react-dom/server";
import { IssuePage, type IssuePageProps } from "./issue-page.tsx";
import { issueText } from "./issue-text.ts";

/** A newsletter as HTML and as plain text; both say the same. */
export function renderIssue(props: IssuePageProps): { html: string; text: string } {
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(<IssuePage {...props} />)}`,
    text: issueText(props),
  };
}
