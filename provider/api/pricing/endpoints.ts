import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { projectAndRegion } from "../field.ts";
import { clusterPrice, clusterPriceBody } from "./cluster-price.ts";
import { instancePrice, instancePriceBody } from "./instance-price.ts";
import { itemPrice } from "./item-price.ts";
import { reservationPrice, reservationPriceBody } from "./reservation-price.ts";

const params = z.object(projectAndRegion);
const region = params.pick({ region_id: true });
const clusters = "/cloud/v2/pricing/{project_id}/{region_id}/k8s/clusters";

export const pricingEndpoints = [
  endpoint({
    id: "prices.instances",
    area: "cloud",
    method: "POST",
    path: "/cloud/v2/pricing/{project_id}/{region_id}/instances",
    isSafe: true,
    summary: "Preview the price of instances",
    source: "platform-api §4 #4",
    params,
    body: instancePriceBody,
    response: instancePrice,
  }),
  endpoint({
    id: "prices.reservation",
    area: "cloud",
    method: "POST",
    path: "/cloud/v1/pricing/{region_id}/billing_reservation",
    isSafe: true,
    summary: "Preview the price of a reservation",
    source: "platform-api §4 #5",
    params: region,
    body: reservationPriceBody,
    response: reservationPrice,
  }),
  endpoint({
    id: "prices.logging",
    area: "cloud",
    method: "GET",
    path: "/cloud/v1/pricing/{region_id}/laas",
    summary: "Read the price of logging",
    source: "platform-api §4 #11",
    params: region,
    response: itemPrice,
  }),
  endpoint({
    id: "prices.cluster",
    area: "cloud",
    method: "POST",
    path: clusters,
    isSafe: true,
    summary: "Preview the price of a Kubernetes cluster",
    source: "companion §2.1",
    params,
    body: clusterPriceBody,
    response: clusterPrice,
  }),
  endpoint({
    id: "prices.existingCluster",
    area: "cloud",
    method: "GET",
    path: `${clusters}/{cluster_name}`,
    summary: "Read the price of a Kubernetes cluster",
    source: "companion §2.1",
    params: params.extend({ cluster_name: z.string().min(1).describe("Name of the cluster.") }),
    response: clusterPrice,
  }),
] as const;
