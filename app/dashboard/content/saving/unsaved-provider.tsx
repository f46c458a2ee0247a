import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { moveFormerReplies } from "./reply-slots.ts";
import { createSeal } from "./seal.ts";
import { databaseRecords, storageRecords } from "./unsaved-records.ts";
import { createUnsavedStore, type UnsavedStore } from "./unsaved-store.ts";

/** What this person has typed and the server does not have, sealed by the browser. */
interface UnsavedStores {
  /** Of entries and newsletters; stays until it is saved or discarded, also after signing out. */
  forms: UnsavedStore;
  /** Drafts of replies; forgotten when somebody signs out. */
  replies: UnsavedStore;
}

const UnsavedContext = createContext<UnsavedStores | null>(null);

interface UnsavedProviderProps {
  personId: string;
  /** 32 bytes in base64. */
  unsavedKey: string;
  children: ReactNode;
}

export function UnsavedProvider({ personId, unsavedKey, children }: UnsavedProviderProps) {
  const stores = useMemo(() => {
    const seal = createSeal(unsavedKey);
    return {
      forms: createUnsavedStore(databaseRecords, seal),
      replies: createUnsavedStore(
        storageRecords(() => localStorage),
        seal,
      ),
    };
  }, [unsavedKey]);
  useEffect(() => {
    void stores.forms.sealFormer(`${personId} `);
    void moveFormerReplies(personId, stores.replies);
  }, [stores, personId]);
  return <UnsavedContext value={stores}>{children}</UnsavedContext>;
}

export function useUnsaved(): UnsavedStores {
  const stores = useContext(UnsavedContext);
  if (!stores) throw new Error("Only screens of the dashboard keep unsaved text.");
  return stores;
}
