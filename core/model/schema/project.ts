// All files that svc:types:generate writes: schemas, record stubs and types of an installation.
import { isWritable } from './describe.js'
import { listRowSchema, readSchema, writeSchema } from './json-schema.js'
import { recordStub } from './record-stub.js'
import { appTypesModule, typesModule } from './typescript.js'
import type { Registry } from '../registry.js'

/** Indented JSON with a final line break, the format of all generated JSON files. */
export function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Maps each path below the generated folder to its content. Deterministic for the same registry and languages. */
export function projectTypes(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const entities = [...registry.entities.values()]
  for (const entity of entities) {
    files.set(`schemas/read/${entity.name}.json`, jsonFile(readSchema(entity, registry, languages)))
    files.set(`schemas/write/${entity.name}.json`, jsonFile(writeSchema(entity, registry, languages)))
    files.set(`schemas/list/${entity.name}.json`, jsonFile(listRowSchema(entity, registry)))
    if (isWritable(entity)) files.set(`records/${entity.name}.json`, jsonFile(recordStub(entity, registry, languages)))
  }
  files.set('types/entities.ts', typesModule(registry, languages))
  files.set('types/app.ts', appTypesModule)
  return files
}
