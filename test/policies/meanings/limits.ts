import { limits } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { appTemplate, type Case, cluster, pool, reservation, template } from "../../helpers/declared.ts";
import { type Meaning, of } from "./meaning.ts";

const { cdn, edge, kubernetes, reservations } = limits;

interface Bounds {
  min?: number;
  max?: number;
}

/** A resource with an amount: the number itself, the characters of a text, or the elements of a list. */
interface Limited {
  bounds: Bounds;
  /** Resources with the value; among other values of the field, where there are several. */
  resources(value: unknown): Case["resources"];
  makeValue(amount: number): fc.Arbitrary<unknown>;
  /** `it has 21 characters`, `got 7 GiB`. */
  got(amount: number): string;
  isNumber?: boolean;
}

/** Characters as people count them: some of them take two units in JavaScript, or two bytes. */
const character = of("a", "Z", "-", "é", "語", "😀");
const text = (length: number) =>
  fc
    .tuple(character, character)
    .map(([first, other]) => `${first}${other.repeat(length)}`)
    .map((all) => [...all].slice(0, length).join(""));

const lengthOf = (bounds: Bounds, resources: Limited["resources"]): Limited => ({
  ...{ bounds, resources, makeValue: text, got: (amount) => `; it has ${amount}` },
});
const numberOf = (bounds: Bounds, resources: Limited["resources"], unit = ""): Limited => ({
  ...{ bounds, resources, makeValue: fc.constant, got: (amount) => `; got ${amount}${unit}`, isNumber: true },
});
const countOf = (bounds: Bounds, element: unknown, resources: Limited["resources"]): Limited => ({
  ...{ bounds, resources, makeValue: (amount) => fc.constant(Array(amount).fill(element)) },
  got: (amount) => `; it has ${amount}`,
});

const item = (resourceValue: unknown) => ({ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue });
/** The last of two pools, of which the other has no value. */
const lastPool = (field: string) => (value: unknown) => [
  cluster({ pools: [pool({ [field]: undefined }), pool({ [field]: value })] }),
];

const limited: Readonly<Record<string, Limited>> = {
  "cluster-name-length": lengthOf(kubernetes.clusterNameLength, (name) => [cluster({ name })]),
  "cluster-keypair-length": lengthOf(kubernetes.keypairLength, (keypair) => [cluster({ keypair })]),
  "cluster-log-retention": numberOf(
    kubernetes.logRetention,
    (period) => [cluster({ logging: { enabled: true, retentionPolicy: { period } } })],
    " days",
  ),
  "cluster-pool-count": countOf(kubernetes.pools, pool(), (pools) => [cluster({ pools })]),
  "pool-name-length": lengthOf(kubernetes.poolNameLength, lastPool("name")),
  "pool-boot-volume-size": numberOf(kubernetes.bootVolumeSize, lastPool("bootVolumeSize"), " GiB"),
  "pool-node-count": numberOf(kubernetes.nodeCount, (count) => [
    cluster({
      pools: [
        pool({ minNodeCount: undefined, maxNodeCount: count }),
        pool({ minNodeCount: count, maxNodeCount: undefined }),
      ],
    }),
  ]),
  "reservation-resource-count": countOf(reservations.resources, item(1), (resources) => [reservation({ resources })]),
  "reservation-resource-value": numberOf(reservations.resourceValue, (value) => [
    reservation({ resources: [item(undefined), item(value)] }),
  ]),
  // The platform's leading slash does not count, whether or not it is declared.
  "rule-length": lengthOf(cdn.ruleLength, (rule) => [template({ rule }), template({ rule: `/${rule}` })]),
  "rule-type": numberOf(cdn.ruleType, (ruleType) => [template({ ruleType })]),
  "rule-weight": numberOf(cdn.weight, (weight) => [template({ weight })]),
  "app-template-name-length": lengthOf(edge.templateNameLength, (name) => [appTemplate({ name })]),
  "app-template-short-description": lengthOf(edge.templateShortDescrLength, (shortDescr) => [
    appTemplate({ shortDescr }),
  ]),
  "app-template-long-description": lengthOf(edge.templateLongDescrLength, (longDescr) => [appTemplate({ longDescr })]),
  "app-template-param-name": lengthOf(edge.templateParamNameLength, (name) => [
    appTemplate({
      params: [
        { name: undefined, dataType: "string" },
        { name, dataType: "string" },
      ],
    }),
  ]),
};

function meaningOf({ bounds: { min = 0, max }, resources, makeValue, got, isNumber }: Limited): Meaning {
  const most = max ?? min + 40;
  const withAmount = (amount: number, config?: Case["config"]) =>
    makeValue(amount).map((value) => ({
      ...{ resources: resources(value), message: got(amount) },
      ...(config && { config }),
    }));
  const outside = [min - 1, ...(max === undefined ? [] : [max + 1, max + 40])].filter((one) => isNumber || one >= 0);
  const bypass = outside.map((amount) => withAmount(amount));
  // Tighter bounds of a configuration.
  if (most > min + 1) {
    bypass.push(withAmount(min, { min: min + 1 }), withAmount(min + 2, { max: min + 1 }));
  }
  if (most > min) bypass.push(withAmount(min, { min: min + 1, max: min + 1 }));
  return {
    bypass,
    honest: [
      ...[min, most].map((amount) => withAmount(amount)),
      ...[min, most].map((amount) => withAmount(amount, { min: amount, max: amount })),
      fc.integer({ min, max: Math.min(most, min + 300) }).chain((amount) => withAmount(amount)),
      fc.constant({ resources: resources(undefined) }),
    ],
  };
}

export const limitMeanings: Readonly<Record<string, Meaning>> = Object.fromEntries(
  Object.entries(limited).map(([name, one]) => [name, meaningOf(one)]),
);
