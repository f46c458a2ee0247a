/** Fields of a client that decide its place. */
interface WallClient {
  testimonial: object | null;
}

export interface Wall<Client extends WallClient> {
  /** In the order that staff set; a client with a shown testimonial takes two of three cells. */
  cells: { client: Client; speaks: boolean }[];
  /** Clients with a testimonial that is not on the wall. */
  otherSpeakers: Client[];
  /** Empty cells in the last row of three. */
  rest: number;
  /** Whether a wall two cells wide has an empty cell. */
  isOdd: boolean;
}

const columns = 3;

/** Shows the testimonial of at most one client in four, so that marks dominate; a short wall shows one earlier. */
export function arrangeWall<Client extends WallClient>(clients: readonly Client[]): Wall<Client> {
  const patience = Math.min(columns, clients.length - 1);
  let quiet = 0;
  let filled = 0;
  const cells = clients.map((client) => {
    const speaks = client.testimonial !== null && quiet >= patience && filled % columns < columns - 1;
    quiet = speaks ? 0 : quiet + 1;
    filled += speaks ? 2 : 1;
    return { client, speaks };
  });
  return {
    cells,
    otherSpeakers: cells
      .filter(({ client, speaks }) => client.testimonial && !speaks)
      .map(({ client }) => client),
    rest: (columns - (filled % columns)) % columns,
    isOdd: cells.filter(({ speaks }) => !speaks).length % 2 === 1,
  };
}

/** Address of a client's place on the wall: clients have no page of their own. */
export function clientPath(slug: string): string {
  return `/clients#${encodeURIComponent(slug)}`;
}
