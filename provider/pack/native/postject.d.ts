/** The part of postject that we use; the package has no types. */
declare module "postject" {
  export function inject(
    file: string,
    resource: string,
    data: Buffer,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>;
}
