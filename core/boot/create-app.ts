// Creates the app object for surfaces from the opened services.
import { createMessage } from '../foundation/message.js'
import { runAsActor } from '../foundation/access/actor.js'
import { hostOwnsCommerceMessage } from '../commerce/cart/ownership.js'
import type { Optimiser } from '../product/optimum/define.js'
import type { Printer } from '../commerce/print/define.js'
import { type ShopRules, ShopperContext, type ShopperRequest } from '../commerce/shopper-context.js'
import type { Action, ActionScope } from '../action/define.js'
import { prepareInput } from '../action/input.js'
import type { ActCall, App, Host } from '../app.js'
import { NotFoundError } from '../foundation/errors.js'
import { inProcess } from '../foundation/access/caller.js'
import { didYouMean } from '../foundation/nearest.js'
import type { BearerTokens } from '../storage/bearer-tokens.js'
import type { Context } from '../storage/context.js'
import { findWriteFindings, createWriteWithFindings } from '../product/proof/findings.js'
import type { JobPool } from '../job/job-pool.js'
import type { Migrations } from '../storage/migration/migrations.js'
import type { WriteResult } from '../storage/record/results.js'
import type { Records } from '../storage/records.js'
import { createAccounts } from '../commerce/account/create-accounts.js'
import { createCatalogue } from '../shop/catalogue/create.js'
import { createConfigurations } from '../commerce/configuration/create-configurations.js'
import { listContributions } from './collect.js'
import type { Assembly } from './assemble.js'
import { hostToken } from './bindings.js'
import type { Lifecycle } from './lifecycle.js'
import { requireVerb, runVerb } from '../verb/run.js'
import { createReadiness } from './readiness.js'

export interface AppParts {
  readonly assembly: Assembly
  readonly context: Context
  readonly records: Records
  readonly tokens: BearerTokens
  readonly migrations: Migrations
  /** True if no migration was pending or blocked when the database was opened. */
  readonly upToDate: boolean
  readonly jobs: JobPool
  readonly printer: Printer
  readonly optimiser: Optimiser
  readonly lifecycle: Lifecycle
}

export function createApp({
  assembly,
  context,
  records,
  tokens,
  migrations,
  upToDate,
  jobs,
  printer,
  optimiser,
  lifecycle,
}: AppParts): App {
  const { registry, settings, container } = assembly
  const host = container.get(hostToken)
  const rules = toShopRules(host)
  return Object.freeze({
    ...records,
    // Replaces the `write` of `records`. It also returns the findings of the proofs, unless the caller has opened the unit.
    write: createWriteWithFindings(context, records),
    findings: (writeResult: WriteResult) => findWriteFindings(context, writeResult),
    context,
    registry,
    tokens,
    admins: {
      visitor: async (token: string) => (await import('../storage/admin/admin-sessions.js')).findSessionCaller(context, token),
    },
    migrations,
    jobs,
    tasks: {
      states: async () =>
        (await import('../task/overview.js')).listTaskStates(context, listContributions(assembly.contributed, 'tasks')),
      run: async (name: string) =>
        (await import('../task/overview.js')).runTaskNow(
          context,
          records,
          listContributions(assembly.contributed, 'tasks'),
          name,
        ),
    },
    config: settings,
    host,
    configurations: createConfigurations(context, rules),
    accounts: createAccounts(context, rules),
    catalogue: createCatalogue(context, optimiser),
    visit: (shopper: ShopperRequest) => new ShopperContext(context, rules, shopper, printer, optimiser),
    serve: async (name: string, input: Readonly<Record<string, unknown>>, shopper: ShopperRequest) =>
      runVerb(requireVerb(registry, name), new ShopperContext(context, rules, shopper, printer, optimiser), input),
    act: (name: string, input?: Readonly<Record<string, unknown>>, call?: ActCall) =>
      act({ context, records, migrations, jobs }, rules, { name, input: input ?? {}, call: call ?? {} }),
    ready: createReadiness(context, migrations, upToDate),
    stop: () => lifecycle.stop(),
  })
}

/** The host's rules for commerce. */
function toShopRules({ commerce, adapters }: Host): ShopRules {
  const { carts, lineItems = null, identity } = adapters
  return { commerce, carts, lineItems, keepsAccounts: identity.keepsAccounts ?? false }
}

async function act(
  scope: Omit<ActionScope, 'caller' | 'progress' | 'settle' | 'spell'>,
  { commerce }: ShopRules,
  { name, input, call }: { readonly name: string; readonly input: Readonly<Record<string, unknown>>; readonly call: ActCall },
): Promise<unknown> {
  const { caller = inProcess, progress = () => undefined, settle = async () => undefined, spell = () => null } = call
  const { actions } = scope.context.registry
  const action = actions.get(name) as Action<Readonly<Record<string, unknown>>> | undefined
  if (!action) throw new NotFoundError(`There is no action '${name}'.${didYouMean(name, actions.keys())}`)
  if (action.where === 'commerce' && !commerce) throw new NotFoundError(hostOwnsCommerceMessage)
  const prepared = prepareInput(action.input, input, {
    argument: 'argument',
    owner: createMessage('errors.actionNamed', { name }),
  })
  const run = () => action.run({ ...scope, caller, progress, settle, spell }, prepared)
  return scope.context.auditDays === 0 ? run() : runAsActor(caller, run)
}
