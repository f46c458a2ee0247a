/** Note of versions that an import wrote; further words follow it after ". ". */
export const importNote = "Imported";
