// The form fields of payment providers. The form of a payment method shows the fields of the selected provider.
import type { Grant } from '#core/contract.js'
import { nameProperties, type Property, providerSettings, type Registry } from '#core/surface.js'
import type { FormField, ProviderHints } from './shape.js'

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
    ...providerSettings.describe(provider),
  }))
  const fieldsByProvider = providers.map(({ name, params, secrets, addresses = {} }) => [
    name,
    Object.values(nameProperties(params))
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
