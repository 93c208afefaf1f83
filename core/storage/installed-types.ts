// TypeScript types for the records of an installation, from the generated file `types/app.ts`.

declare global {
  /** By entity name. `svc:types:generate` writes `types/app.ts`, which adds every entity of the installation. */
  interface SvcEntityTypes {}
}

/** The entities with generated types. Empty if the program does not include the generated file. */
export type InstalledEntity = Extract<keyof SvcEntityTypes, string>

/** A record as a single read returns it. */
export type InstalledRecord<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly read: infer R } ? R : never

/** A row of a collection. */
export type InstalledRow<Name extends InstalledEntity> = SvcEntityTypes[Name] extends { readonly row: infer R } ? R : never
