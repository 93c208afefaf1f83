// Parity surface: the HTTP interface of the admin, called over a real connection like its pages do.
import { formatLanguageName } from '../../plugins/admin/wording/display-name.js'
import { plainIssues } from '../support/caught-error.js'
import { standalone } from '../../hosts/standalone/index.js'
import { admin as adminMount } from '../../plugins/admin/index.js'
import { http } from '../../plugins/http/index.js'
import { stock } from '../../plugins/stock/index.js'
import { neverOverloaded } from '../support/never-overloaded.js'
import { bootOn } from './in-process.js'
import type { Outcome, Step, Surface, SurfaceDefinition } from './surface.js'
import type { Issue } from '../../core/foundation/errors.js'

interface Body {
  readonly id?: number
  readonly record?: unknown
  readonly data?: unknown
  readonly meta?: { readonly total?: number }
  readonly code?: string
  readonly detail?: string
  readonly validationIssues?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

type RecordStep = Exclude<Step, { readonly do: 'act' }>

function callOf(step: RecordStep): Call {
  const at = (id: unknown, language?: string): string => `/${step.entity}/${String(id)}${language ? `?language=${language}` : ''}`
  switch (step.do) {
    case 'create':
      return { method: 'POST', path: `/${step.entity}`, body: step.fields }
    case 'update':
      return { method: 'PATCH', path: at(step.id), body: step.fields }
    case 'read':
      return { method: 'GET', path: at(step.id, step.language) }
    case 'list': {
      const query = new URLSearchParams(step.language ? { languageTag: step.language } : {})
      for (const [name, value] of Object.entries(step.filters ?? {})) query.set(`filter[${name}]`, String(value))
      return { method: 'GET', path: `/${step.entity}?${query.toString()}` }
    }
    case 'delete':
      return { method: 'DELETE', path: at(step.id) }
  }
}

function outcomeOf(step: RecordStep, body: Body): Outcome {
  if (body.code !== undefined) {
    const issues = plainIssues(body.validationIssues ?? [])
    return { refused: body.code, issues: issues.length > 0 ? issues : [{ field: '', code: '', message: body.detail ?? '' }] }
  }
  if (step.do === 'delete') return { id: Number(step.id) }
  const { id, record, data } = body
  return {
    ...(id !== undefined && { id }),
    ...(record !== undefined && { record }),
    ...(data !== undefined && { records: data, matching: body.meta?.total }),
  }
}

/** The admin uploads files. A file name in a field has a different error message there. */
const namesFile = (step: Step): boolean => 'fields' in step && Object.hasOwn(step.fields, 'image')

/** People fill in fields and do not know keys. */
const rephraseForPeople = ({ message }: Pick<Issue, 'message'>): string =>
  message.replace(
    /Set '\w+' for its text in ([\w-]+)\.$/,
    (_whole, tag: string) => `Its text in ${formatLanguageName(tag, 'en')} is missing.`,
  )

export const admin: SurfaceDefinition = {
  name: 'the admin',
  offers: (step) => step.do !== 'act' && !namesFile(step),
  // Admin responses contain multiselect fields, which other surfaces omit, and their messages contain labels instead of keys.
  comparable(outcome) {
    if ('refused' in outcome)
      return { ...outcome, issues: outcome.issues.map((issue) => ({ ...issue, message: rephraseForPeople(issue) })) }
    if (!('record' in outcome)) return outcome
    const { active_languages: _, ...record } = outcome.record as Readonly<Record<string, unknown>>
    return { ...outcome, record }
  },
  async open(database): Promise<Surface> {
    const server = http({ mounts: [adminMount()], overload: neverOverloaded })
    const app = await bootOn(database, { host: standalone(), plugins: [stock, server], listenPort: 0 })
    const { token } = await app.access.tokens.mint({ name: 'parity', presets: ['everything'], scopes: ['code:write'] })
    const origin = server.address()!
    const root = `${origin}/svc-admin/api`
    const sessionHeaders = { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin }
    const session = (await (await fetch(`${root}/session`, { headers: sessionHeaders })).json()) as { readonly csrf: string }
    const headers = { ...sessionHeaders, 'x-svc-csrf': session.csrf }
    return {
      async perform(step) {
        const { method, path, body } = callOf(step as RecordStep)
        const options = body === undefined ? {} : { body: JSON.stringify(body) }
        const response = await fetch(`${root}/records${path}`, { method, headers, ...options })
        const text = await response.text()
        return outcomeOf(step as RecordStep, text === '' ? {} : (JSON.parse(text) as Body))
      },
      close: () => app.stop(),
    }
  },
}
