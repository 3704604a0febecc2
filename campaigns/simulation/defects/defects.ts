// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
import type { Patch } from "../product/bundle.ts";

/** A former defect of the product, as a change of today's sources that brings it back. */
export interface Defect {
  /** What the defect did. */
  name: string;
  patches: readonly Patch[];
}

const engine = "provider/engine";

const one = (name: string, file: string, replace: string, by: string): Defect => ({
  name,
  patches: [{ file, replace, by }],
});

export const defects: readonly Defect[] = [
  one(
    "a creation did not ask the platform first",
    `${engine}/ownership/create-once.ts`,
    "  await refuseSame(once);\n",
    "",
  ),
  one(
    "a lost response was answered by a second request, without a search",
    `${engine}/ownership/create-once.ts`,
    "const found = await search(once, notes, [request], error.detail, clock.now());",
    "const found = undefined as Found<T> | undefined;",
  ),
  one(
    "no record was written before the request",
    `${engine}/ownership/create-once.ts`,
    "  await record.note({ ...request, earlier, ...noResponse });\n",
    "",
  ),
  one(
    "two creations of one machine took the same object",
    `${engine}/ownership/creation-search.ts`,
    "const unnoted = unowned.filter(({ made }) => !others.ids.has(once.idOf(made)));",
    "const unnoted = unowned;",
  ),
  one(
    "a purchase whose response was lost was repeated in the same run",
    `${engine}/ownership/create-once.ts`,
    '      if (once.costly !== undefined) throw new OperationError(notFoundText(once, once.costly, error.detail), "CP2107");\n',
    "",
  ),
  one(
    "the record of a finished creation was resumed, although its object was another's by then",
    `${engine}/lifecycle/create.ts`,
    "  if (!earlier.isMissing) throw await uncertainError(handler, { what, id, inputs }, context);\n",
    "",
  ),
  one(
    "a forced replacement deleted the object that it had found again",
    `${engine}/lifecycle/lifecycle.ts`,
    "      if (this.#objects.isWanted(urn, id)) return context().warn(keptText(this.handler.noun, id));\n",
    "",
  ),
  one(
    "an object was deleted that another resource had adopted",
    `${engine}/lifecycle/delete.ts`,
    '  const isAnothers = owner.is === "other" && owner.isDoomed !== true;\n',
    '  const isAnothers = owner.is === "other" && owner.isDoomed === true && false;\n',
  ),
  one(
    "the record of an interrupted creation was forgotten with that of another object",
    `${engine}/records/create-record-file.ts`,
    "if (isOfObject) await disk().remove(file);",
    "if (isOfObject || written !== undefined) await disk().remove(file);",
  ),
  one(
    "the records of a lost engine were hidden behind a process that lived on",
    `${engine}/records/recorded-creations.ts`,
    "await isServing(record, gone)",
    "await isServing({ ...record, engine: undefined }, gone)",
  ),
  one(
    "refresh and destroy did not report an interrupted creation",
    `${engine}/ownership/orphaned-creates.ts`,
    "[...certain, ...(await inNoState(asker, open))]",
    "await inNoState(asker, certain)",
  ),
  one(
    "a native import asked whose an object is when it was in state already",
    `${engine}/lifecycle/lifecycle.ts`,
    "else if (request.isImport === true)",
    'else if (request.isImport === true && found.id === "")',
  ),
  one(
    "an import took what another resource of the stack had in state",
    `${engine}/ownership/refusals.ts`,
    "  if (partKey(urn) === undefined && partKey(owner.urn) === undefined)\n",
    "  if (partKey(urn) !== undefined && partKey(owner.urn) === undefined)\n",
  ),
  one(
    "an object on record that was deleted stopped a creation while reads still showed it",
    `${engine}/lifecycle/earlier-object.ts`,
    "  const found = await undeleted({ client, noun }, read, () => id);\n",
    "  void undeleted;\n  const found = await read(client);\n",
  ),
  one(
    "an import took what this machine had deleted while reads still showed it",
    `${engine}/lifecycle/get.ts`,
    "  const found = await undeleted({ client: context.client, noun: handler.noun }, read, () => id);\n",
    "  void undeleted;\n  const found = await read(context.client);\n",
  ),
  one(
    "a cluster was saved as unfinished by a read of before the end of its creation",
    "provider/resources/cluster/create.ts",
    "  const live = await operation.waitUntilProvisioned(state.tasks);\n  if (live === undefined)\n    throw new OperationError(`${noun} ${operation.id} is gone right",
    "  const live = await operation.read();\n  if (live === undefined)\n    throw new OperationError(`${noun} ${operation.id} is gone right",
  ),
  one(
    "a deletion asked whose an object is by the URN in state",
    "provider/pulumi/dynamic/watch-requests.ts",
    "    beginEngineCall(callOf(this));\n",
    "",
  ),
  one(
    "an interrupted replacement was reported by nobody",
    `${engine}/ownership/orphaned-creates.ts`,
    "heldId !== undefined && one.id !== heldId",
    "heldId !== undefined && one.id === heldId",
  ),
  one(
    "the deletion of a cluster went on with one of the same name",
    "provider/resources/cluster/operation.ts",
    "    if (this.#own !== undefined && live?.id !== this.#own) return undefined;\n",
    "",
  ),
  one(
    "a cluster of the same name was deleted for the one in state",
    "provider/resources/cluster/delete.ts",
    "  if (live !== undefined && !operation.isOurs(live)) {\n",
    "  if (live !== undefined && live.id === undefined && operation.isOurs(live)) {\n",
  ),
  one(
    "a cluster that the platform was creating was not kept in state",
    "provider/resources/cluster/create.ts",
    '    throw new PartialFailureError(operation.id, state, keptText(operation, error), "CP2309");\n',
    "    void [state, PartialFailureError, keptText];\n    throw error;\n",
  ),
  {
    name: "the belief in responses: a gateway's 404 counted as proof that an object is gone",
    patches: [
      {
        file: "provider/client/evidence/absence.ts",
        replace: "    if (!error.hasOwnForm)\n",
        by: "    if (error.status === 418)\n",
      },
      {
        file: "provider/client/evidence/absence.ts",
        replace: "      if (shown !== undefined) return",
        by: "      if (shown === null) return",
      },
    ],
  },
  one(
    "a rule set that was made half-way forgot the rules that it had created",
    "provider/resources/rule-set/changes.ts",
    "  if (isFirst && outcome.ids.size === 0) throw failure(text);\n",
    "  if (isFirst) throw failure(text);\n",
  ),
  one(
    "previews: a change of an input was shown as none",
    `${engine}/lifecycle/diff.ts`,
    "    return { changes: handler.isUnfinished?.(state) === true };\n",
    "    return { changes: handler.isUnfinished?.(state) === true };\n  if (handler.waits !== true) return { changes: false };\n",
  ),
  one(
    "previews: an adoption took an object that differs from the program",
    `${engine}/lifecycle/adopt.ts`,
    "inputDifferences(handler, assumed, found.inputs)",
    "inputDifferences(handler, found.inputs, found.inputs)",
  ),
  one(
    "forgotten signals: requests were sent after Ctrl-C",
    "provider/client/operation-scope.ts",
    "  if (signal.aborted) return new CancelledError(`${what} was interrupted.`);\n",
    "  if (signal.aborted && deadline.leftMs === -1) return new CancelledError(`${what} was interrupted.`);\n",
  ),
  one(
    "secrets: a record was written with the API key in clear",
    `${engine}/records/record-facts.ts`,
    "return isOpen ? { facts } : { sealed: seal(text, sealKey) };",
    "return { ...(isOpen ? { facts } : { sealed: seal(text, sealKey) }), key: sealKey };",
  ),
  one(
    "an import took what the other provider had created in the same run",
    `${engine}/ownership/refusals.ts`,
    "requesters.find((one) => one.isOfOtherProvider)",
    "requesters.find(() => false)",
  ),
  one(
    "a threshold that a replacement had set again was reset by a later up",
    `${engine}/lifecycle/delete.ts`,
    "owner.isTwice === true",
    "owner.isTwice === undefined",
  ),
];
