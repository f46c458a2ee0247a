import blogSheet from "#app/site/blog/blog-page.css?url";
import clientsSheet from "#app/site/clients/clients-page.css?url";
import mediaSheet from "#app/site/media/media-page.css?url";
import { linkSheets } from "#app/site/parts/page-sheets.ts";
import caseStudySheet from "#app/site/portfolio/case-study-page.css?url";
import servicesSheet from "#app/site/services/services-page.css?url";
import gallerySheet from "#app/site/styles/gallery-page.css?url";
import textSheet from "#app/site/styles/text-page.css?url";

/** The sheets of whatever kind is looked at. */
export const previewedSheets = linkSheets(
  textSheet,
  gallerySheet,
  servicesSheet,
  mediaSheet,
  clientsSheet,
  caseStudySheet,
  blogSheet,
);
