// The types of an installation's records, as far as its program knows them.

declare global {
  /** By entity name. `svc:types:generate` writes `types/app.ts`, which adds every entity of the installation. */
  interface SvcEntityTypes {}
}

/** The entities whose types are generated; none where the program does not include them. */
export type InstalledEntity = Extract<keyof SvcEntityTypes, string>

/** A record as a single read returns it. */
export type InstalledRecord<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly read: infer R } ? R : never

/** A row of a collection. */
export type InstalledRow<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly row: infer R } ? R : never
