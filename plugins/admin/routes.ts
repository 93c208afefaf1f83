// All routes of the admin with their access rules. Handlers are loaded with the first request.
import type { AdminCaller, App, Caller, PropertyMap, UnnamedProperty } from '#core/contract.js'
import { createRateLimitCounters, type Entity, isObject, type JsonSchema, type Registry } from '#core/surface.js'
import { defaultBodyLimit } from '../http/body/body-reader.js'
import { createRateLimit } from '../http/rate-limit.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import type { Reply } from '../http/reply.js'
import type { AdminScope } from './gate/admin-scope.js'
import type { AdminOptions } from './options.js'

const isAdminCaller = (caller: Caller | null): caller is AdminCaller => caller !== null && 'session' in caller

type Handler = (scope: AdminScope) => Reply | Promise<Reply>
type Method = Route['method']

/** Maximum bytes of an uploaded file, plus the overhead that REST allows. */
const maxFileBytes = 20 * 1_048_576 + 65_536
/** Maximum bytes of a transfer package. */
const maxPackageBytes = 256 * 1_048_576

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
function bodyLimits({ entities, actions }: Pick<Registry, 'entities' | 'actions'>) {
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

export function createAdminRoutes(app: App, server: ServerInfo, { signIns = 10 }: AdminOptions): readonly Route[] {
  const tries = createRateLimit(createRateLimitCounters(app.context, 'admin-tries', 60_000), signIns, 60)
  const { createAnswering } = createRouteFactory(app, server, tries)
  const { recordBody, actionBody } = bodyLimits(app.context.registry)

  /** For signed-in callers. Writing requests need the CSRF token. */
  function api(method: Method, path: string, load: () => Promise<Handler>, rest: Partial<Route> = {}): Route {
    const body = method === 'GET' ? {} : ({ body: method === 'DELETE' ? 'fields-or-none' : 'fields' } as const)
    return { ...createAnswering(method, `api/${path}`, load, method !== 'GET'), ...body, ...rest }
  }

  /** Checks the rate limit of passwords, codes and links before the body is read. The handler counts the attempt. */
  const admit: Route['checkLimits'] = ({ address }) => tries.rejectExhausted(address)

  /** For callers who are about to sign in. */
  function door(method: Method, path: string, load: () => Promise<Handler>): Route {
    return { ...createAnswering(method, `api/${path}`, load, 'stranger'), body: 'fields', multipart: false, checkLimits: admit }
  }

  const session = () => import('./api/session.js')
  const own = () => import('./api/own-account.js')
  const accounts = () => import('./api/accounts.js')
  const records = () => import('./api/records.js')
  const files = () => import('./api/files.js')
  const media = () => import('./api/media.js')
  const bulk = () => import('./api/bulk.js')
  const tokens = () => import('./api/tokens.js')
  const shop = () => import('./api/workshop/shop-preview.js')
  const documents = () => import('./api/documents.js')
  const payments = () => import('./api/payments.js')
  const translations = () => import('./api/translations.js')
  const mails = () => import('./api/mails.js')
  const maintenance = () => import('./api/maintenance.js')
  const transfer = () => import('./api/transfer.js')
  const views = () => import('./api/views.js')
  const advisor = () => import('./api/advisor.js')

  const pages = () => import('./page/page-handler.js')
  const lists = () => import('./page/list-page.js')
  const forms = () => import('./page/form-page.js')
  const screens = () => import('./page/tokens-page.js')
  const doors = () => import('./page/sign-in-page.js')

  /** A page. It checks the session itself, to show the sign-in form. */
  const page = (path: string, load: () => Promise<Handler>): Route => createAnswering('GET', path, load, 'open')
  /** A form of a page. It must come from a page of the admin, with the CSRF token of its session. */
  const form = (path: string, load: () => Promise<Handler>): Route => ({
    ...createAnswering('POST', path, load, 'stranger'),
    body: 'fields',
    multipart: false,
  })
  const limitedForm = (path: string, load: () => Promise<Handler>): Route => ({ ...form(path, load), checkLimits: admit })

  const advisorRoutes = (): readonly Route[] => [
    api('GET', 'advisor', async () => (await advisor()).readAdvisorState),
    api('GET', 'advisor/conversations', async () => (await advisor()).listConversations),
    api('GET', 'advisor/conversations/:id', async () => (await advisor()).readAdvisorConversation),
    api('GET', 'advisor/waiting', async () => (await advisor()).readWaitingShoppers),
    api('GET', 'advisor/report', async () => (await import('./api/advisor-report.js')).readAdvisorReport),
  ]

  return [
    page('', async () => (await pages()).createPageHandler((await lists()).showHomePage)),
    page('page.css', async () => (await import('./page/page-style.js')).readPageStyle),
    page('first-account', async () => (await doors()).firstAccountPage.show),
    page('invitation', async () => (await doors()).invitationPage.show),
    page('tokens', async () => (await pages()).createPageHandler((await screens()).showTokensPage)),
    page('records/:entity', async () => (await pages()).createPageHandler((await lists()).showListPage)),
    page('records/:entity/:id', async () => (await pages()).createPageHandler((await forms()).showFormPage)),
    page('*', async () => (await pages()).createPageHandler((await lists()).showScriptNotice)),
    limitedForm('sign-in', async () => (await doors()).submitSignIn),
    form('sign-out', async () => (await pages()).createFormHandler((await doors()).submitSignOut)),
    limitedForm('first-account', async () => (await doors()).firstAccountPage.take),
    limitedForm('invitation', async () => (await doors()).invitationPage.take),
    limitedForm('tokens', async () => (await pages()).createFormHandler((await screens()).submitTokenForm)),
    form('tokens/:id', async () => (await pages()).createFormHandler((await screens()).submitTokenRevocation)),
    form('records/:entity/:id', async () => (await pages()).createFormHandler((await forms()).submitForm)),
    form('notifications/preview', async () => (await pages()).createFormHandler((await mails()).showDraftPage)),
    door('POST', 'session', async () => (await session()).signInByJson),
    door('POST', 'first-account', async () => (await session()).openFirstAccountByJson),
    door('POST', 'invitation', async () => (await session()).openInvitedAccountByJson),
    api('GET', 'session', async () => (await session()).readSession),
    api('DELETE', 'session', async () => (await session()).signOutByJson),
    api('GET', 'sessions', async () => (await session()).listSessions),
    api('DELETE', 'sessions', async () => (await own()).endOtherSessions),
    api('DELETE', 'sessions/:id', async () => (await own()).endOneSession),
    api('PATCH', 'account', async () => (await own()).changeOwnAccount),
    api('POST', 'account/totp', async () => (await own()).beginOwnTotp, { body: 'fields-or-none' }),
    api('PATCH', 'account/totp', async () => (await own()).confirmOwnTotp, { checkLimits: admit }),
    api('DELETE', 'account/totp', async () => (await own()).endOwnTotp, { checkLimits: admit }),
    api('GET', 'accounts', async () => (await accounts()).listAdminAccounts),
    api('POST', 'accounts', async () => (await accounts()).inviteAccount),
    api('PATCH', 'accounts/:id', async () => (await accounts()).changeOtherAccount),
    api('DELETE', 'accounts/:id', async () => (await accounts()).removeOtherAccount),
    api('POST', 'accounts/:id/reset', async () => (await accounts()).resetOtherAccount, { body: 'fields-or-none' }),
    api('GET', 'dashboard', async () => (await import('./api/dashboard.js')).readDashboard),
    api('GET', 'statistics', async () => (await import('./api/statistics.js')).readTitledStatistics),
    api('POST', 'setup/dismiss', async () => (await import('./api/setup.js')).dismissSetup, { body: 'fields-or-none' }),
    api('GET', 'menu', async () => (await import('./api/menu.js')).readMenu),
    api('GET', 'entities/:entity', async () => (await import('./api/entity-shape.js')).readEntity),
    api('GET', 'records/:entity', async () => (await records()).listRecords),
    api('POST', 'records/:entity', async () => (await records()).createRecord, { bodyLimit: recordBody }),
    api('GET', 'records/:entity/:id', async () => (await records()).readRecord),
    api('PATCH', 'records/:entity/:id', async () => (await records()).changeRecord, { bodyLimit: recordBody }),
    api('DELETE', 'records/:entity/:id', async () => (await records()).deleteRecord),
    api('POST', 'records/:entity/bulk', async () => (await bulk()).changeRecords),
    api('POST', 'records/:entity/prices', async () => (await import('./api/price-change.js')).changeRecordPrices),
    api('POST', 'undo/:token', async () => (await import('./api/undo.js')).undoChanges, { body: 'fields-or-none' }),
    api('POST', 'records/:entity/:id/move', async () => (await import('./api/move.js')).moveRecord),
    api('GET', 'records/:entity/:id/files', async () => (await files()).listFormFiles),
    api('GET', 'records/:entity/:id/files/:field', async () => (await files()).readFormFile),
    api('GET', 'pictures/:name', async () => (await files()).readSoldPicture),
    api('POST', 'records/:entity/:id/files/:field', async () => (await files()).storeFormFile, {
      body: 'stream',
      bodyLimit: maxFileBytes,
    }),
    api('POST', 'records/:entity/:id/files/:field/picture', async () => (await media()).reuseMedia),
    api('DELETE', 'records/:entity/:id/files/:field', async () => (await files()).removeFormFile),
    api('GET', 'editor/:entity/vocabulary', async () => (await import('./api/editor/vocabulary.js')).readVocabulary),
    api('POST', 'editor/:entity/rule', async () => (await import('./api/editor/rule-check.js')).checkEditedRule),
    api('POST', 'editor/:entity/body', async () => (await import('./api/editor/body-check.js')).checkEditedBody),
    api('GET', 'choices/:entity', async () => (await import('./api/choices.js')).readChoices),
    api('POST', 'actions/:action', async () => (await import('./api/actions.js')).callAction, { bodyLimit: actionBody }),
    api('GET', 'transfer/:name', async () => (await transfer()).readPackage),
    api('POST', 'transfer/:name', async () => (await transfer()).storePackage, { body: 'stream', bodyLimit: maxPackageBytes }),
    api('GET', 'views/:entity', async () => (await views()).readViews),
    api('PATCH', 'views/:entity', async () => (await views()).storeViews),
    api('GET', 'workshop/:id', async () => (await import('./api/workshop/workshop-tree.js')).readWorkshop),
    api('GET', 'workshop/:id/findings', async () => (await import('./api/workshop/findings.js')).readFindings),
    api('GET', 'workshop/:id/readiness', async () => (await import('./api/workshop/readiness.js')).readProductReadiness),
    api(
      'GET',
      'workshop/:id/answer-sheet/:question',
      async () => (await import('./api/workshop/answer-sheet.js')).readAnswerSheet,
    ),
    api(
      'POST',
      'workshop/:id/answer-sheet/:question',
      async () => (await import('./api/workshop/answer-sheet.js')).storeAnswerSheet,
    ),
    api('POST', 'workshop/:id/shop', async () => (await shop()).answerShopCall),
    api('GET', 'workshop/:id/shop/products/:product/pictures/:name', async () => (await shop()).readProductPicture),
    api('GET', 'orders', async () => (await import('./api/order-list.js')).readOrderCounts),
    api('POST', 'orders/bulk', async () => (await import('./api/order-bulk.js')).changeOrders),
    api('POST', 'orders/print/:printed', async () => (await import('./api/order-bulk.js')).printOrders),
    api('GET', 'media', async () => (await media()).listMedia),
    api('POST', 'media', async () => (await media()).storeMedia, { body: 'stream', bodyLimit: maxFileBytes }),
    api('GET', 'media/:picture', async () => (await media()).readMedia),
    api('POST', 'media/:picture', async () => (await media()).keepMedia, { body: 'fields-or-none' }),
    api('DELETE', 'media/:picture', async () => (await media()).removeMedia),
    api('GET', 'search', async () => (await import('./api/search.js')).searchRecords),
    api('GET', 'orders/:id', async () => (await documents()).readOrderDetail),
    api('GET', 'orders/:id/print/:printed', async () => (await documents()).printOrderDocument),
    api('GET', 'credit-notes/:id/print', async () => (await documents()).printCreditNote),
    api('GET', 'quotes/:id', async () => (await documents()).readQuoteDetail),
    api('GET', 'quotes/:id/print/:printed', async () => (await documents()).printQuoteDocument),
    api('POST', 'payments/:id/refund', async () => (await payments()).refundOrderPayment, { body: 'fields-or-none' }),
    api('POST', 'payments/:id/settlement', async () => (await payments()).settleOrderPayment),
    api('GET', 'reviews', async () => (await import('./api/reviews.js')).readReviewPage),
    ...(app.context.registry.verbs.has('read-advisor') ? advisorRoutes() : []),
    api('GET', 'carts/:id', async () => (await import('./api/carts.js')).readCartDetail),
    api('POST', 'records/currency/:id/base', async () => (await import('./api/base-currency.js')).makeBaseCurrency),
    api('GET', 'translations', async () => (await translations()).countTranslations),
    api('GET', 'translations/same', async () => (await translations()).readSameTexts),
    api('POST', 'translations/same', async () => (await translations()).confirmSame),
    api('DELETE', 'translations/same', async () => (await translations()).withdrawSame),
    api('GET', 'translations/:entity', async () => (await translations()).listTranslations),
    api('GET', 'trail', async () => (await import('./api/trail.js')).readTrail),
    api('GET', 'mails', async () => (await mails()).listMails),
    api('GET', 'mails/:id', async () => (await mails()).previewMail),
    api('GET', 'mails/:id/page', async () => (await mails()).readMailPage),
    api('POST', 'mails/:id/retry', async () => (await mails()).retryQueuedMail, { body: 'fields-or-none' }),
    api('POST', 'notifications/check', async () => (await mails()).checkDraftTexts),
    api('POST', 'notifications/preview', async () => (await mails()).previewDraft),
    api('POST', 'notifications/test', async () => (await mails()).sendDraftTest),
    api('POST', 'mails/test', async () => (await mails()).sendServerTest, { body: 'fields-or-none' }),
    api('POST', 'payment-methods/test', async () => (await import('./api/provider-params.js')).testPaymentMethod),
    api('GET', 'notifications/missing', async () => (await mails()).readMissingNotifications),
    api('GET', 'maintenance', async () => (await maintenance()).readMaintenance),
    api('POST', 'tasks/:name/run', async () => (await maintenance()).runScheduledTask, { body: 'fields-or-none' }),
    api('GET', 'failures', async () => (await maintenance()).listFailures),
    api('GET', 'tokens', async () => (await tokens()).listTokens),
    api('POST', 'tokens', async () => (await tokens()).mintToken, { checkLimits: admit }),
    api('DELETE', 'tokens/:id', async () => (await tokens()).revokeToken),
    api('GET', '*', async () => (await records()).refuseUnknownAddress),
    {
      ...publicRoute,
      path: '/svc-admin/assets/:version/:name',
      handle: async (request) => (await import('./client-bundle.js')).readAsset(request),
    },
  ]
}

/** Scripts contain no personal data. */
const publicRoute = { method: 'GET', access: 'public', prefixed: false } as const

/** Routes whose access check and handler are loaded with the first request. */
function createRouteFactory(app: App, server: ServerInfo, tries: AdminScope['tries']) {
  const visitors = () => import('./gate/admin-caller.js')

  async function admitted(request: ServiceRequest, changes: boolean): Promise<Caller> {
    const gate = await visitors()
    if (changes) gate.requireOwnOrigin(server, request)
    const caller = await gate.admitCaller(app, request)
    if (changes) gate.requireCsrfHeader(app, caller, request)
    return caller
  }

  async function stranger(request: ServiceRequest): Promise<null> {
    ;(await visitors()).requireOwnOrigin(server, request)
    return null
  }

  /** Errors are written in the language of the caller, or of the browser before the caller is known. */
  async function translateErrors<T>(request: ServiceRequest, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const [{ getReplyLanguage, anonymousCaller }, { createMessageTranslator }] = await Promise.all([
        import('./gate/admin-scope.js'),
        import('./wording/message-translator.js'),
      ])
      throw createMessageTranslator(app.context.registry, getReplyLanguage(request.caller ?? anonymousCaller, request)).error(
        error,
      )
    }
  }

  return {
    createAnswering(method: Method, path: string, load: () => Promise<Handler>, changes: boolean | 'stranger' | 'open'): Route {
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
          const [{ getReplyLanguage, anonymousCaller }, handler] = await Promise.all([import('./gate/admin-scope.js'), load()])
          const adminCaller = request.caller ?? anonymousCaller
          const language = getReplyLanguage(adminCaller, request)
          return translateErrors(request, async () => handler({ app, server, request, caller: adminCaller, language, tries }))
        },
      }
    },
  }
}
