// Creates the routes of the admin: who may call them, the limits of their bodies, and the language of their errors.
import type { AdminCaller, App, Caller, PropertyMap, UnnamedProperty } from '#core/contract.js'
import { type Entity, isObject, type JsonSchema, type Registry } from '#core/surface.js'
import { defaultBodyLimit } from '../../http/body/body-reader.js'
import type { Route, ServerInfo, ServiceRequest } from '../../http/mount.js'
import type { Reply } from '../../http/reply.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import {
  admitCaller,
  requireCsrfHeader,
  requireOwnOrigin,
  type AdminScope,
  anonymousCaller,
  getReplyLanguage,
} from './admin-scope.js'

const isAdminCaller = (caller: Caller | null): caller is AdminCaller => caller !== null && 'session' in caller

type Handler = (scope: AdminScope) => Reply | Promise<Reply>
type Method = Route['method']

type Params = Readonly<Record<string, string>>

/** Maximum bytes of a record with a long list, such as a table of 100,000 cells. */
const longRecord = 16 * 1_048_576
/** Maximum bytes of the input of an action with a long text, such as a product sheet. */
const longInput = 8 * 1_048_576
/** Lists with this number of entries do not fit into the default limit. */
const longList = 10_000

const limitIn = (schema: JsonSchema | null, keyword: 'maxItems' | 'maxLength'): number => {
  const limit = isObject(schema) ? schema[keyword] : undefined
  return typeof limit === 'number' ? limit : 0
}

const hasLongList = ({ properties }: Entity): boolean =>
  Object.values(properties).some((property) => limitIn(property.kind.schema(property, 'write'), 'maxItems') > longList)

const hasLongText = (input: PropertyMap): boolean =>
  Object.keys(input).some((name) => {
    const property = input[name] as UnnamedProperty<never>
    return limitIn(property.kind.schema({ ...property, name }, 'write'), 'maxLength') > defaultBodyLimit
  })

/** The body limits of the routes of records and actions, by the name in the path. */
export function createBodyLimits({ entities, actions }: Pick<Registry, 'entities' | 'actions'>) {
  return {
    recordBody({ entity: name = '' }: Params): number {
      const entity = entities.get(name)
      return entity && hasLongList(entity) ? longRecord : defaultBodyLimit
    },
    actionBody({ action: name = '' }: Params): number {
      const action = actions.get(name)
      return action && hasLongText(action.input) ? longInput : defaultBodyLimit
    },
  }
}

/** Creates routes that check the access of the request and write errors in the language of the caller. */
export function createRouteFactory(app: App, server: ServerInfo, tries: AdminScope['tries']) {
  async function admitted(request: ServiceRequest, changes: boolean): Promise<Caller> {
    if (changes) requireOwnOrigin(server, request)
    const caller = await admitCaller(app, request)
    if (changes) requireCsrfHeader(app, caller, request)
    return caller
  }

  async function stranger(request: ServiceRequest): Promise<null> {
    requireOwnOrigin(server, request)
    return null
  }

  /** Errors are written in the language of the caller, or of the browser before the caller is known. */
  async function translateErrors<T>(request: ServiceRequest, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const language = getReplyLanguage(request.caller ?? anonymousCaller, request)
      throw createMessageTranslator(app.context.registry, language).error(error)
    }
  }

  function createAnswering(method: Method, path: string, handler: Handler, changes: boolean | 'stranger' | 'open'): Route {
    return {
      method,
      path: path === '' ? '/svc-admin' : `/svc-admin/${path}`,
      access: 'public',
      prefixed: false,
      ...(changes !== 'open' && {
        authenticate: (request) =>
          translateErrors(request, () => (changes === 'stranger' ? stranger(request) : admitted(request, changes))),
      }),
      findErrorLanguage: ({ caller }) => (isAdminCaller(caller) ? (caller.session?.account.language ?? null) : null),
      async handle(request) {
        const caller = request.caller ?? anonymousCaller
        const language = getReplyLanguage(caller, request)
        return translateErrors(request, async () => handler({ app, server, request, caller, language, tries }))
      },
    }
  }

  /** For signed-in callers. Writing requests need the CSRF token. */
  function api(method: Method, path: string, handler: Handler, rest: Partial<Route> = {}): Route {
    const body = method === 'GET' ? {} : ({ body: method === 'DELETE' ? 'fields-or-none' : 'fields' } as const)
    return { ...createAnswering(method, `api/${path}`, handler, method !== 'GET'), ...body, ...rest }
  }

  /** Checks the rate limit of passwords, codes and links before the body is read. The handler counts the attempt. */
  const admit: Route['checkLimits'] = ({ address }) => tries.rejectExhausted(address)

  /** For callers who are about to sign in. */
  function door(method: Method, path: string, handler: Handler): Route {
    return {
      ...createAnswering(method, `api/${path}`, handler, 'stranger'),
      body: 'fields',
      multipart: false,
      checkLimits: admit,
    }
  }

  /** A page. It checks the session itself, to show the sign-in form. */
  const page = (path: string, handler: Handler): Route => createAnswering('GET', path, handler, 'open')
  /** A form of a page. It must come from a page of the admin, with the CSRF token of its session. */
  const form = (path: string, handler: Handler): Route => ({
    ...createAnswering('POST', path, handler, 'stranger'),
    body: 'fields',
    multipart: false,
  })
  const limitedForm = (path: string, handler: Handler): Route => ({ ...form(path, handler), checkLimits: admit })

  return { admit, api, door, form, limitedForm, page }
}
