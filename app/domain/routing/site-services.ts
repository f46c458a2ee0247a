import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { LeadFeed } from "#app/domain/leads/lead-feed.ts";
import type { MailService } from "#app/domain/mail/outbox/mail-service.ts";
import type { NetworkAccess } from "#app/domain/webhooks/post.ts";
import type { CoreServices, Installation } from "#app/platform/services.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";

/** Services of which the running site is made; pages and API receive them with each request. */
export interface SiteServices extends CoreServices, Installation {
  files: FileStore;
  publicUrl: URL;
  accounts: AccountContext;
  mail: MailService;
  leadFeed: LeadFeed;
  /** Network access for webhooks. */
  outside: NetworkAccess;
  /** Data folder of the instance. */
  dataDir: string;
  /** Backup settings of the deployer. */
  backup: BackupEnv;
}
