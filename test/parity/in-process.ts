// Parity surface: direct calls of the app in the same process.
import type { App } from '../../core/app.js'
import { boot } from '../../core/boot/boot.js'
import { ServiceError, ValidationError } from '../../core/foundation/errors.js'
import { standalone } from '../../hosts/standalone/index.js'
import { stock } from '../../plugins/stock/index.js'
import { testLanguages } from '../support/installed-database.js'
import type { Outcome, Step, Surface, SurfaceDefinition } from './surface.js'

/** Limits input to that of remote callers: no images, files or child lists. */
const schemaOnly = true

/** An error as a neutral outcome. Unexpected errors are rethrown. */
export function refusalOf(error: unknown): Outcome {
  if (error instanceof ValidationError) {
    const issues = error.issues.map(({ field, code, message }) => ({ field, code, message }))
    return { refused: error.code, issues: issues.length > 0 ? issues : [{ field: '', code: '', message: error.message }] }
  }
  if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') {
    return { refused: error.code, issues: [{ field: '', code: '', message: error.message }] }
  }
  throw error
}

export async function performOn(app: App, step: Step): Promise<Outcome> {
  try {
    return await done(app, step)
  } catch (error) {
    return refusalOf(error)
  }
}

async function done(app: App, step: Step): Promise<Outcome> {
  switch (step.do) {
    case 'create': {
      const { id } = await app.records.write(step.entity, step.fields, { schemaOnly })
      return { id, record: (await app.records.read(step.entity, id)).record }
    }
    case 'update': {
      const { id } = await app.records.write(step.entity, step.fields, { id: Number(step.id), schemaOnly })
      return { id, record: (await app.records.read(step.entity, id)).record }
    }
    case 'read':
      return {
        id: Number(step.id),
        record: (await app.records.read(step.entity, Number(step.id), { language: step.language })).record,
      }
    case 'list': {
      const filters = new Map(Object.entries(step.filters ?? {}))
      const { records, meta } = await app.records.list(step.entity, { filters, language: step.language })
      return { records, matching: meta.total }
    }
    case 'delete':
      await app.records.remove(step.entity, Number(step.id))
      return { id: Number(step.id) }
    case 'act':
      return { result: await app.act(step.action, step.input) }
  }
}

export function bootOn(database: string, rest: Partial<Parameters<typeof boot>[0]> = {}): Promise<App> {
  const config = {
    languages: testLanguages,
    host: standalone(),
    plugins: [stock],
    database,
    logLevel: 'silent' as const,
    demo: false,
  }
  return boot({ ...config, ...rest })
}

export const inProcess: SurfaceDefinition = {
  name: 'in-process',
  offers: () => true,
  async open(database): Promise<Surface> {
    const app = await bootOn(database)
    return { perform: (step) => performOn(app, step), close: () => app.stop() }
  },
}
