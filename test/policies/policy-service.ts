import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const packSchema = z.looseObject({
  name: z.string(),
  versionTag: z.string(),
  policies: z.array(
    z.looseObject({
      name: z.string(),
      enforcementLevel: z.string(),
      severity: z.string(),
      configSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }).optional(),
    }),
  ),
});

/** A pack that `pulumi policy publish` sent. */
export interface Published {
  pack: z.output<typeof packSchema>;
  archive: Buffer;
  isComplete: boolean;
}

/** Serves the requests of `pulumi policy publish` (pulumi/pulumi, pkg/backend/httpstate/client) as Pulumi's service does. */
export async function startPolicyService() {
  const published: Published[] = [];
  let archive: Buffer = Buffer.alloc(0);
  let pack: Published["pack"] | undefined;
  const answers: [RegExp, (body: Buffer) => object][] = [
    [/^GET \/api\/user$/, () => ({ githubLogin: "test", name: "test", organizations: [], identities: [] })],
    [
      /^POST \/api\/orgs\/acme\/policypacks$/,
      (body) => {
        pack = packSchema.parse(JSON.parse(body.toString()));
        return { version: 1, uploadURI: `${url}/upload`, requiredHeaders: {} };
      },
    ],
    [
      /^PUT \/upload$/,
      (body) => {
        archive = body;
        return {};
      },
    ],
    [
      /^POST \/api\/orgs\/acme\/policypacks\/[\w-]+\/versions\/[\d.]+\/complete$/,
      () => {
        if (pack !== undefined) published.push({ pack, archive, isComplete: true });
        return {};
      },
    ],
  ];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const line = `${request.method} ${request.url}`;
    const answer = answers.find(([pattern]) => pattern.test(line))?.[1];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer?.(Buffer.concat(chunks)) ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    published,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
