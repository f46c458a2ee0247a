/** What the wall has to know of a client. */
interface WallClient {
  testimonial: object | null;
}

export interface Wall<Client extends WallClient> {
  /** In the staff's order; who speaks takes two of three cells. */
  cells: { client: Client; speaks: boolean }[];
  /** Testimonials without a place on the wall. */
  said: Client[];
  /** Cells left over in the last row of three. */
  rest: number;
  /** Whether a wall two cells wide leaves one over. */
  isOdd: boolean;
}

const columns = 3;

/** Lets one company in four speak, so that the wall stays one of marks; a short wall speaks sooner. */
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
    said: cells.filter(({ client, speaks }) => client.testimonial && !speaks).map(({ client }) => client),
    rest: (columns - (filled % columns)) % columns,
    isOdd: cells.filter(({ speaks }) => !speaks).length % 2 === 1,
  };
}

/** A client has no page of its own but a place on the wall. */
export function clientPath(slug: string): string {
  return `/clients#${encodeURIComponent(slug)}`;
}
