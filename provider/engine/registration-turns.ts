/** How many registrations are sent to the engine in one turn of the event loop. */
const registrationsPerTurn = 20;

/** Taken at once: in a program's own unit tests fake timers may stand in for it later. */
const inNextTurn = setImmediate;

let registered = 0;
const waiting: (() => void)[] = [];

/**
 * The turn of the event loop in which a resource is registered: the present one (undefined), or a later one.
 *
 * A program that makes a thousand resources in a loop prepares the requests of all of them before the first one is sent:
 * what follows in promises comes before all input and output. The engine, which takes resource after resource and starts
 * the provider with the first, has nothing to do until then. With turns between them it works beside the program.
 */
export function registrationTurn(): Promise<undefined> | undefined {
  if (registered === 0) inNextTurn(beginTurn);
  registered += 1;
  return registered <= registrationsPerTurn
    ? undefined
    : new Promise((resolve) => waiting.push(() => resolve(undefined)));
}

function beginTurn(): void {
  const next = waiting.splice(0, registrationsPerTurn);
  // As long as others wait the turn is full: none that comes in it overtakes them.
  registered = next.length;
  for (const register of next) register();
  if (registered > 0) inNextTurn(beginTurn);
}
