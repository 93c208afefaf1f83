// All files that svc:types:generate writes: schemas, record stubs and types of an installation.
import { isWritable } from './describe.js'
import { listRowSchema, readSchema, writeSchema } from './json-schema.js'
import { createRecordStub } from './record-stub.js'
import { appTypesModule, createTypesModule } from './typescript.js'
import type { Registry } from '../registry.js'

/** Indented JSON with a final line break, the format of all generated JSON files. */
export function formatJsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Maps each path below the generated folder to its content. Deterministic for the same registry and languages. */
export function generateTypeFiles(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const entities = [...registry.entities.values()]
  for (const entity of entities) {
    files.set(`schemas/read/${entity.name}.json`, formatJsonFile(readSchema(entity, registry, languages)))
    files.set(`schemas/write/${entity.name}.json`, formatJsonFile(writeSchema(entity, registry, languages)))
    files.set(`schemas/list/${entity.name}.json`, formatJsonFile(listRowSchema(entity, registry)))
    if (isWritable(entity))
      files.set(`records/${entity.name}.json`, formatJsonFile(createRecordStub(entity, registry, languages)))
  }
  files.set('types/entities.ts', createTypesModule(registry, languages))
  files.set('types/app.ts', appTypesModule)
  return files
}
