import Download from "lucide-react/icons/download";
import { Fragment, type ReactNode } from "react";
import { Form, Link, useFetcher, useSubmit } from "react-router";
import { FreshLink } from "#app/domain/accounts/browser/fresh-link.tsx";
import type {
  Cell,
  CellPiece,
  EmptyMessage,
  HeadLink,
  IconPiece,
  MomentPiece,
  NarrowScreen,
  TextPiece,
} from "#app/ops/resources/definition.ts";
import type {
  ChoiceGroup,
  ListPage,
  ShownColumn,
  ShownFilter,
  ShownRow,
} from "#app/ops/resources/list-page.ts";
import { ActionButton, ActionsHeader } from "../parts/action-button.tsx";
import { icons, StatusBadge } from "../parts/badge.tsx";
import { Empty, Pager, Tabs } from "../parts/list-screen.tsx";
import { Moment } from "../parts/moment.tsx";
import {
  BulkBar,
  BulkButton,
  type RowSelection,
  SelectAll,
  SelectCell,
  useRowSelection,
} from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";

interface ResourceScreenProps {
  list: ListPage;
  /** Result of the last action. */
  answer: unknown;
  /** Content above the tabs. */
  top?: ReactNode;
  /** Content between the filters and the rows. */
  children?: ReactNode;
}

/** Screen of any list: filters, rows with actions, pages and export. */
export function ResourceScreen({ list, answer, top, children }: ResourceScreenProps) {
  const { title, count, tabs, filters, rows, empty, csv, pager, pagerWords } = list;
  return (
    <Screen
      title={title}
      count={count}
      answer={answer}
      actions={list.headLinks.map((link) => <HeadButton key={link.to} link={link} />)}
    >
      {top}
      {(tabs.length > 0 || filters?.isSearch) && (
        <div className="filter-bar">
          {tabs.map((row) => (
            <Tabs key={row.label} {...row} />
          ))}
          {filters?.isSearch && <SearchForm filters={filters} />}
        </div>
      )}
      {filters && !filters.isSearch && <FilterForm filters={filters} />}
      {children}
      {rows.length > 0 &&
        (list.bulkActions.length > 0 ? <SelectableRows list={list} /> : <Rows list={list} />)}
      {empty && <EmptyList message={empty} />}
      <Pager {...pager} words={pagerWords}>
        {csv && (
          <FreshLink className="plain" href={csv.href}>
            <Download className="icon" aria-hidden /> {csv.label}
          </FreshLink>
        )}
      </Pager>
    </Screen>
  );
}

function HeadButton({ link: { name, to, sign, isMain } }: { link: HeadLink }) {
  const Icon = sign && icons[sign];
  return (
    <Link className={isMain ? "btn" : "btn quiet"} to={to}>
      {Icon && <Icon className="icon" aria-hidden />} {name}
    </Link>
  );
}

type Filters = NonNullable<ListPage["filters"]>;
type SearchField = Extract<ShownFilter, { placeholder: string }>;

function SearchForm({ filters: { fields, hidden } }: { filters: Filters }) {
  const search = fields.find((field): field is SearchField => field.type === "search");
  if (!search) return null;
  return (
    <Search q={search.value} label={search.label} placeholder={search.placeholder}>
      {hidden.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(
        ({ name, value, label, ...field }) =>
          field.type === "select" && (
            <select
              className="input"
              name={name}
              defaultValue={value}
              key={`${name} ${value}`}
              aria-label={label}
            >
              <Options groups={field.groups} />
            </select>
          ),
      )}
    </Search>
  );
}

function FilterForm({ filters: { fields, hidden, clear } }: { filters: Filters }) {
  return (
    <Form className="filter-bar inline-form" role="search">
      {fields.map((field) => (
        <FilterField key={field.name} field={field} />
      ))}
      {hidden.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="btn quiet" type="submit">
        Filter
      </button>
      {clear && (
        <Link className="plain" to={clear}>
          Clear filters
        </Link>
      )}
    </Form>
  );
}

function FilterField({ field }: { field: ShownFilter }) {
  const { name, value, label } = field;
  if (field.type === "select")
    return (
      <label>
        {label}{" "}
        <select className="input" name={name} defaultValue={value} key={value}>
          <Options groups={field.groups} />
        </select>
      </label>
    );
  if (field.type === "day")
    return (
      <label>
        {label} <input className="input day" type="date" name={name} defaultValue={value} key={value} />
      </label>
    );
  return (
    <label>
      {label}{" "}
      <input className="input" name={name} defaultValue={value} key={value} placeholder={field.placeholder} />
    </label>
  );
}

function Options({ groups }: { groups: readonly ChoiceGroup[] }) {
  return groups.map((group) => {
    const options = group.choices.map(({ value, name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ));
    if (group.name === "") return options;
    return (
      <optgroup key={group.name} label={group.name}>
        {options}
      </optgroup>
    );
  });
}

/** Selectable rows, with actions for the selected ones. */
function SelectableRows({ list }: { list: ListPage }) {
  const selection = useRowSelection(
    list.rows.map(({ id }) => id),
    useFetcher(),
  );
  return (
    <>
      <BulkBar selection={selection}>
        {list.bulkActions.map(({ intent, label, confirm, isDangerous }) => (
          <Fragment key={intent}>
            {confirm && (
              <label className="check">
                <input type="checkbox" name="sure" /> {confirm}
              </label>
            )}
            <BulkButton intent={intent} isDangerous={isDangerous}>
              {label}
            </BulkButton>
          </Fragment>
        ))}
      </BulkBar>
      <Rows list={list} selection={selection} />
    </>
  );
}

function Rows({ list, selection }: { list: ListPage; selection?: RowSelection }) {
  const { title, columns, rows } = list;
  const hasActions = list.hasRowActions;
  return (
    <table className={selection ? "table entries" : "table"}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {selection && <SelectAll selection={selection} />}
          {columns.map(({ name, hidesOn }) => (
            <th key={name} scope="col" className={hidesOn?.includes("tablet") ? "optional" : undefined}>
              {name}
            </th>
          ))}
          {hasActions && <ActionsHeader />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {selection && <SelectCell id={row.id} name={row.name} selection={selection} />}
            {columns.map((column, at) => (
              <CellView key={column.name} column={column} cell={row.cells[at] ?? ""} />
            ))}
            {hasActions && <RowButtons row={row} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowButtons({ row }: { row: ShownRow }) {
  return (
    <td className="actions-cell">
      {row.actions.map(({ intent, label, values, about, isDangerous }) => (
        <ActionButton
          key={intent}
          intent={intent}
          values={values}
          about={about}
          className={isDangerous ? "btn quiet compact bad" : "btn quiet compact"}
        >
          {label}
        </ActionButton>
      ))}
    </td>
  );
}

function EmptyList({ message: { title, text, link } }: { message: EmptyMessage }) {
  return (
    <Empty title={title}>
      {text && <p>{text}</p>}
      {link && (
        <Link className="plain" to={link.to}>
          {link.name}
        </Link>
      )}
    </Empty>
  );
}

interface SearchProps {
  q: string;
  /** Accessible name. */
  label: string;
  placeholder: string;
  /** Hidden fields and filters that submit when changed. */
  children?: ReactNode;
}

/** Search field of a list; the query is part of its address. */
function Search({ q, label, placeholder, children }: SearchProps) {
  const submit = useSubmit();
  return (
    <Form
      className="inline-form"
      role="search"
      onChange={(event) => event.target instanceof HTMLSelectElement && void submit(event.currentTarget)}
    >
      {children}
      <input
        className="input"
        type="search"
        name="q"
        defaultValue={q}
        key={q}
        placeholder={placeholder}
        aria-label={label}
      />
      <button className="btn quiet" type="submit">
        Search
      </button>
    </Form>
  );
}

/** Cell of a row; plain text sets the cell's language and direction. */
function CellView({ cell, column }: { cell: Cell; column: ShownColumn }) {
  const pieces = piecesOf(cell);
  const [only] = pieces;
  const isAlone = pieces.length === 1 && typeof only === "object" && "text" in only && isPlain(only);
  const look = classesOf({
    main: column.isMain,
    num: column.isNumber,
    mute: column.isMuted,
    nowrap: column.isOneLine,
    wrap: isAlone && only.wraps,
    ...hiding(column.hidesOn),
  });
  if (isAlone)
    return (
      <td className={look} lang={only.language} dir={only.direction}>
        {only.text}
      </td>
    );
  return (
    <td className={look}>
      <Pieces of={pieces} />
    </td>
  );
}

function Pieces({ of }: { of: readonly CellPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the order of a cell's pieces is fixed
  return of.map((piece, at) => <PieceView key={at} piece={piece} />);
}

function PieceView({ piece }: { piece: CellPiece }) {
  if (typeof piece === "string") return piece;
  if ("badge" in piece) return <StatusBadge {...piece} />;
  if ("at" in piece) return <When piece={piece} />;
  if ("small" in piece)
    return (
      <small className={classesOf({ wrap: piece.wraps, wrong: piece.isWrong, clipped: piece.isClipped })}>
        <Pieces of={piecesOf(piece.small)} />
      </small>
    );
  if ("icon" in piece) return <IconLink piece={piece} />;
  return <Text piece={piece} />;
}

function IconLink({ piece: { icon, to, label } }: { piece: IconPiece }) {
  const Icon = icons[icon];
  return (
    <Link to={to} className="icon-link" aria-label={label} title={label}>
      <Icon className="icon" aria-hidden />
    </Link>
  );
}

function When({ piece: { at, written, isOneLine } }: { piece: MomentPiece }) {
  const moment = written === undefined ? <Moment at={at} /> : <time dateTime={at}>{written}</time>;
  return isOneLine ? <span className="nowrap">{moment}</span> : moment;
}

function Text({ piece }: { piece: TextPiece }) {
  const { text, to, isFile, spoken, isMuted, isStrong, isOneLine, wraps, hidesOn, language, direction } =
    piece;
  const attributes = {
    className: classesOf({ wrap: wraps, mute: isMuted, nowrap: isOneLine, ...hiding(hidesOn ?? null) }),
    lang: language,
    dir: direction,
  };
  const words = (
    <>
      {text}
      {spoken && <span className="visually-hidden"> {spoken}</span>}
    </>
  );
  if (to && isFile)
    return (
      <FreshLink href={to} className={attributes.className}>
        {words}
      </FreshLink>
    );
  if (to)
    return (
      <Link to={to} {...attributes}>
        {words}
      </Link>
    );
  return isStrong ? <b {...attributes}>{words}</b> : <span {...attributes}>{words}</span>;
}

function isPlain({ to, spoken, isStrong, hidesOn }: TextPiece): boolean {
  return !to && !spoken && !isStrong && !hidesOn;
}

function piecesOf(cell: Cell): readonly CellPiece[] {
  return typeof cell === "object" && Symbol.iterator in cell ? cell : [cell];
}

function hiding(on: NarrowScreen | null) {
  return {
    optional: on === "tablet" || on === "phone and tablet",
    hide: on === "phone" || on === "phone and tablet",
  };
}

/** Undefined without any class, so that no empty attribute is rendered. */
function classesOf(classes: Record<string, boolean | undefined>): string | undefined {
  const names = Object.entries(classes).flatMap(([name, holds]) => (holds ? [name] : []));
  return names.length > 0 ? names.join(" ") : undefined;
}
