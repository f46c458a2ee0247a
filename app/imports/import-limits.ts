/** Most bytes of an export, and of the pictures that come along; what is larger is for the command. */
export const mostExportBytes = 100_000_000;
export const mostUploadsBytes = 500_000_000;

export const exportEndings = [".xml", ".json", ".zip"];

/** What a ZIP file of either may hold. */
export const mostUnpacked = { bytes: 4_000_000_000, files: 60_000 };
