/** Note of imported versions; details follow after ". ". */
export const importNote = "Imported";
