// The advisor's configuration from the shop's settings: whether it is available, and its model vendor.
import type { Context } from 'product-configurator-service'
import { isAllowedAddress, type VersionedSnapshot } from '#core/surface.js'
import type { Vendor } from './vendor/define.js'
import type { ScriptOptions, ScriptServer } from './vendor/scripted/script-server.js'
import { VendorHealth } from './vendor/vendor-call.js'

/** Set as the base URL: a script in this process answers instead of a model. */
const scriptedUrl = 'scripted:'

export interface AdvisorSetup {
  readonly vendor: 'openai_compatible' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string
  readonly scripted: boolean
  readonly retentionDays: number | null
  readonly autoAnalyze: boolean
}

/** Missing settings of the advisor. */
export type MissingSetting = 'off' | 'vendor' | 'model' | 'address' | 'host' | 'key'

interface StoredAdvisorSettings extends Omit<AdvisorSetup, 'vendor'> {
  readonly vendor: AdvisorSetup['vendor'] | null
}

/** The stored settings, complete or not. */
export function readAdvisorSettings({ snapshot }: VersionedSnapshot): StoredAdvisorSettings {
  const { settings } = snapshot
  const baseUrl = (settings.advisor_base_url ?? '').replace(/(?<!\/)\/+$/, '')
  return {
    vendor: settings.advisor_vendor || null,
    baseUrl,
    model: settings.advisor_model ?? '',
    apiKey: settings.advisor_api_key ?? '',
    scripted: baseUrl === scriptedUrl,
    retentionDays: settings.advisor_retention_days ?? null,
    autoAnalyze: settings.advisor_auto_analyze === true,
  }
}

/** Empty if the advisor can answer. */
export function findMissingSettings(
  { settings }: Pick<Context, 'settings'>,
  shopSnapshot: VersionedSnapshot,
): readonly MissingSetting[] {
  const { vendor, baseUrl, model, apiKey, scripted } = readAdvisorSettings(shopSnapshot)
  const isMissing: Readonly<Record<MissingSetting, boolean>> = {
    off: !shopSnapshot.snapshot.settings.advisor_enabled,
    vendor: vendor === null,
    model: model === '',
    address: baseUrl === '',
    host: baseUrl !== '' && !scripted && !isAllowedAddress(baseUrl, settings.advisorHosts),
    key: vendor === 'anthropic' && apiKey === '' && !scripted,
  }
  return (Object.keys(isMissing) as MissingSetting[]).filter((name) => isMissing[name])
}

/** null if the advisor is disabled or its settings are incomplete. */
export function getAdvisorSetup(context: Pick<Context, 'settings'>, shopSnapshot: VersionedSnapshot): AdvisorSetup | null {
  const { vendor, ...rest } = readAdvisorSettings(shopSnapshot)
  return vendor === null || findMissingSettings(context, shopSnapshot).length > 0 ? null : { vendor, ...rest }
}

/** The limits for calls to the vendor, set by the installation. */
export interface AdvisorLimits {
  /** The timeout in milliseconds without data from the vendor, or after the shopper has left. */
  readonly patience: number
  /** The price of one million tokens, in the currency of `day.money`. */
  readonly inputPrice: number
  readonly outputPrice: number
  /** The limits of one conversation. */
  readonly conversation: { readonly tokens: number; readonly calls: number }
  /** The daily limits of all conversations. No money limit if `money` is null. */
  readonly day: { readonly tokens: number; readonly calls: number; readonly money: number | null }
}

export function getAdvisorLimits({ settings }: Pick<Context, 'settings'>): AdvisorLimits {
  return {
    patience: settings.advisorSeconds * 1_000,
    inputPrice: settings.advisorInputPrice,
    outputPrice: settings.advisorOutputPrice,
    conversation: { tokens: settings.advisorTokens, calls: settings.advisorCalls },
    day: { tokens: settings.advisorDayTokens, calls: settings.advisorDayCalls, money: settings.advisorDayMoney },
  }
}

const healthsByContext = new WeakMap<Context, Map<string, VendorHealth>>()

/** The vendor's health as seen by this process. While a vendor rests, other processes see it in the outages of this one. */
export function getVendorHealth(context: Context, { key }: Vendor): VendorHealth {
  const healths = healthsByContext.get(context) ?? new Map<string, VendorHealth>()
  healthsByContext.set(context, healths)
  const health = healths.get(key) ?? new VendorHealth(undefined, () => reportOutage(context, [...healths.values()]))
  healths.set(key, health)
  return health
}

/** Reports the resting vendor with the most failures. */
function reportOutage({ outages }: Context, healths: readonly VendorHealth[]): void {
  const [worst] = healths.flatMap(({ outage }) => outage ?? []).toSorted((a, b) => b.failures - a.failures)
  if (worst) outages.report({ service: 'vendor', label: 'advisor.vendor', ...worst })
  else outages.end('vendor')
}

const scriptServers = new WeakMap<Context, Promise<ScriptServer>>()

/** Starts a server that answers like a vendor, from a script. */
export async function openScriptServer(options: ScriptOptions = {}): Promise<ScriptServer> {
  const server = await import('./vendor/scripted/script-server.js')
  return server.startScriptServer(options)
}

/** The script's server of this app, started on first use with these options. */
export function ensureScriptServer(context: Context, options: ScriptOptions = { pause: 12 }): Promise<ScriptServer> {
  const server = scriptServers.get(context) ?? startServer()
  scriptServers.set(context, server)
  return server

  async function startServer(): Promise<ScriptServer> {
    const script = await openScriptServer(options)
    context.background.atEnd(() => script.stop())
    return script
  }
}

export async function createVendor(context: Context, setup: AdvisorSetup): Promise<Vendor> {
  const { patience } = getAdvisorLimits(context)
  const { model, apiKey } = setup
  const baseUrl = setup.scripted ? (await ensureScriptServer(context)).url : setup.baseUrl
  const line = { baseUrl, patience, hosts: setup.scripted ? [new URL(baseUrl).host] : context.settings.advisorHosts }
  return setup.vendor === 'anthropic'
    ? (await import('./vendor/anthropic.js')).createAnthropicVendor(line, { model, apiKey })
    : (await import('./vendor/openai-compatible.js')).createOpenAiCompatibleVendor(line, { model, apiKey })
}
