import {
  Building2,
  DatabaseBackup,
  File,
  FileText,
  Globe,
  History,
  House,
  Image,
  Inbox,
  Layers,
  List,
  type LucideIcon,
  Mail,
  Newspaper,
  PenLine,
  PhoneCall,
  Send,
  Settings,
  Signpost,
  Trash2,
  Users,
} from "lucide-react";
import type { LayoutData } from "./layout-data.ts";

export interface NavItem {
  name: string;
  path: string;
  icon: LucideIcon;
  /** How much waits there. */
  waiting?: number;
  /** What belongs to it; its name is read after this place's own. */
  below?: { name: string; path: string }[];
}

export interface NavGroup {
  name: string;
  places: NavItem[];
}

/** Signs of the kinds by name; any other kind has a sheet of paper. */
const kindIcons: Record<string, LucideIcon> = {
  service: Globe,
  portfolio: Layers,
  blog: FileText,
  client: Building2,
  media: Newspaper,
  author: PenLine,
};

/** Signs of lists of records by name; any other list has lines. */
const resourceIcons: Record<string, LucideIcon> = {
  audit: History,
  backups: DatabaseBackup,
  mail: Mail,
  redirects: Signpost,
  trash: Trash2,
};

/** Where the rail and the palette lead; what only admins may use is not shown to editors. */
export function listNavItems({ kinds, resources, waiting, person }: LayoutData): NavGroup[] {
  const content = kinds.map(({ name, many, list, categories }) => ({
    name: many,
    path: list,
    icon: kindIcons[name] ?? File,
    below: categories === null ? [] : [{ name: "Categories", path: categories }],
  }));
  const lists = resources.map(({ name, title, path }) => ({
    name: title,
    path,
    icon: resourceIcons[name] ?? List,
    waiting: name === "mail" ? waiting.mail : 0,
  }));
  return [
    {
      name: "",
      places: [
        { name: "Home", path: "/dashboard/home", icon: House },
        { name: "Inbox", path: "/dashboard/usercontactdata", icon: Inbox, waiting: waiting.messages },
        { name: "Calls and subscribers", path: "/dashboard/call", icon: PhoneCall, waiting: waiting.calls },
        { name: "Newsletter", path: "/dashboard/newsletter", icon: Send },
      ],
    },
    { name: "Content", places: [...content, { name: "Files", path: "/dashboard/files", icon: Image }] },
    { name: "Company", places: person.role === "admin" ? [...forAdmins, ...lists] : lists },
  ];
}

const forAdmins: readonly NavItem[] = [
  { name: "People", path: "/dashboard/user", icon: Users },
  { name: "Settings", path: "/dashboard/settings", icon: Settings },
];
