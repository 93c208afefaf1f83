// The settings of a payment provider in the form of a payment method: the fields of each provider, without stored secrets. The connection can be tested.
import { createMessage, NotFoundError, type Grant } from '#core/contract.js'
import {
  type Entity,
  type Property,
  type Registry,
  entities,
  isObject,
  requireScopes,
  recordGraphs,
  salesPayments,
  entityModel,
} from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { ConnectionTest, WireRow, FormField, ProviderHints } from './shape.js'

type App = AdminScope['app']

interface StoredParams {
  readonly connector: string
  readonly params: unknown
}

async function loadStoredParams(app: App, on: AppDatabase, id: number): Promise<StoredParams | null> {
  const [loaded] = await recordGraphs.loadRecords(on, app.context.registry.entities.get(entities.paymentMethod.name)!, [], {
    column: 'id',
    values: [id],
  })
  return loaded ? { connector: String(loaded.values['connector']), params: loaded.values['params'] } : null
}

type AppDatabase = Parameters<typeof recordGraphs.loadRecords>[0]

/** The record for the form, with the settings that are not secret. A stored secret is null. */
export async function addVisibleParams(app: App, entity: Entity, on: AppDatabase, id: number, record: WireRow): Promise<WireRow> {
  if (entity.name !== entities.paymentMethod.name) return record
  const stored = await loadStoredParams(app, on, id)
  const provider = stored && app.context.registry.paymentProviders.get(stored.connector)
  return provider ? { ...record, params: salesPayments.providerSettings.listVisible(provider, stored.params) } : record
}

/**
 * The fields of the form, with the stored secrets that the author left empty. The settings of a replaced provider are removed.
 * @param id null for a new record
 */
export async function fillStoredParams(app: App, entity: Entity, id: number | null, fields: WireRow): Promise<WireRow> {
  if (entity.name !== entities.paymentMethod.name || id === null) return fields
  const stored = await loadStoredParams(app, app.context.database, id)
  if (!stored) return fields
  const { connector = stored.connector, params } = fields
  if (connector !== stored.connector) return { params: null, ...fields }
  const provider = app.context.registry.paymentProviders.get(stored.connector)
  if (!provider || !isObject(params)) return fields
  return { ...fields, params: salesPayments.providerSettings.keepSecrets(provider, params, stored.params) }
}

/** `POST payment-methods/test` (store:write): calls the provider with the settings of the form, which need not be stored. */
export async function testPaymentMethod({ app, caller, request }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['store:write'])
  const { connector, params, id } = request.fields
  const entity = app.context.registry.entities.get(entities.paymentMethod.name)
  if (!entity || !app.host.commerce) throw new NotFoundError(createMessage('errors.noConnectionTest'))
  const filled = await fillStoredParams(app, entity, typeof id === 'number' ? id : null, { connector, params })
  const submitted = isObject(filled['params']) ? filled['params'] : {}
  const { mode, account = '' } = await salesPayments.providerSettings.test(
    app.shop.createContext({}),
    String(connector),
    submitted,
  )
  return createJsonReply({ mode, account } satisfies ConnectionTest)
}

interface ProviderHintContext {
  readonly registry: Registry
  readonly grant: Grant
  readonly baseUrl: string
  /** The translated form field of a parameter. */
  readonly toField: (param: Property, owner: string) => FormField
}

/** The parameters of a payment method, with the fields of each provider: the admin shows the fields of the selected provider. */
export function hintProviderParams(field: FormField, { registry, grant, baseUrl, toField }: ProviderHintContext): FormField {
  if (field.hints['editor'] !== 'provider-params') return field
  const isDeveloper = grant.allows('system:read')
  const providers = [...registry.paymentProviders.values()].map((provider) => ({
    ...provider,
    ...salesPayments.providerSettings.describe(provider),
  }))
  const fieldsByProvider = providers.map(({ name, params, secrets, addresses = {} }) => [
    name,
    Object.values(entityModel.nameProperties(params))
      // Only developers point the service to another server.
      .filter((param) => isDeveloper || !Object.hasOwn(addresses, param.name))
      .map((param) => ({
        ...toField(param, `provider.${name}`),
        sensitive: secrets.has(param.name),
        forDevelopers: Object.hasOwn(addresses, param.name),
      })),
  ])
  // The form merges the values, and each field has its own help.
  const { help: _help, ...rest } = field
  const hints: ProviderHints = {
    providers: Object.fromEntries(fieldsByProvider) as ProviderHints['providers'],
    tested: providers.filter(({ isTested }) => isTested).map(({ name }) => name),
    webhooks: Object.fromEntries(
      providers.flatMap(({ name, webhookPath }) => (webhookPath === null ? [] : [[name, baseUrl + webhookPath]])),
    ),
  }
  return { ...rest, hints: { ...field.hints, ...hints } }
}
