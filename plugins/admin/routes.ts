// All routes of the admin with their access rules, the limits of their bodies, and the language of their errors.
import {
  reuseMedia,
  storeMedia,
  readMedia,
  keepMedia,
  removeMedia,
  listMedia,
  listFormFiles,
  readFormFile,
  readSoldPicture,
  removeFormFile,
  storeFormFile,
} from './api/media.js'
import { captureOrderPayment, refundOrderPayment, settleOrderPayment, readReviewPage } from './api/payments.js'
import { makeBaseCurrency, changeRecordPrices } from './api/prices.js'
import { readSameTexts, confirmSame, withdrawSame, countTranslations, listTranslations } from './api/translations.js'
import type { App, PropertyMap, UnnamedProperty } from '#core/contract.js'
import { createInstallationRateLimit } from '../http/rate-limit.js'
import type { Route, ServerInfo } from '../http/mount.js'
import {
  changeOtherAccount,
  inviteAccount,
  listAdminAccounts,
  removeOtherAccount,
  resetOtherAccount,
  listTokens,
  mintToken,
  revokeToken,
} from './api/accounts.js'
import {
  callAction,
  listFailures,
  readMaintenance,
  runScheduledTask,
  readTrail,
  readPackage,
  storePackage,
} from './api/actions.js'
import {
  readAdvisorReport,
  listConversations,
  readAdvisorConversation,
  readAdvisorState,
  readWaitingShoppers,
} from './api/advisor.js'
import { changeRecords } from './api/bulk.js'
import {
  readCartDetail,
  printCreditNote,
  printOrderDocument,
  printQuoteDocument,
  readOrderDetail,
  readQuoteDetail,
} from './api/documents.js'
import { readChoices } from './api/choices.js'
import { readDashboard, dismissSetup } from './api/dashboard.js'
import { checkEditedBody, checkEditedRule } from './api/editor.js'
import { readVocabulary } from './api/editor-vocabulary.js'
import { readEntity } from './api/entity-shape.js'
import {
  checkDraftTexts,
  listMails,
  previewDraft,
  previewMail,
  readMailPage,
  readMissingNotifications,
  retryQueuedMail,
  sendDraftTest,
  sendServerTest,
  showDraftPage,
} from './api/mails.js'
import { readMenu, readViews, storeViews } from './api/menu.js'
import { moveRecord } from './api/move.js'
import { changeOrders, printOrders } from './api/order-bulk.js'
import { readOrderCounts } from './api/order-list.js'
import {
  beginOwnTotp,
  changeOwnAccount,
  confirmOwnTotp,
  endOneSession,
  endOtherSessions,
  endOwnTotp,
  listSessions,
  openFirstAccountByJson,
  openInvitedAccountByJson,
  readSession,
  signInByJson,
  signOutByJson,
} from './api/session.js'
import { testPaymentMethod } from './api/provider-params.js'
import { changeRecord, createRecord, deleteRecord, listRecords, readRecord, refuseUnknownAddress } from './api/records.js'
import { searchRecords } from './api/search.js'
import { readTitledStatistics } from './api/statistics.js'
import { undoChanges } from './api/undo.js'
import { readAnswerSheet, storeAnswerSheet } from './api/workshop/answer-sheet.js'
import { readFindings, readProductReadiness } from './api/workshop/findings.js'
import { answerShopCall, readProductPicture } from './api/workshop/shop-preview.js'
import { readWorkshop } from './api/workshop/workshop-tree.js'
import { createPluginScriptRoutes, readAsset } from './client-bundle.js'
import { showFormPage, submitForm } from './page/form-page.js'
import {
  showHomePage,
  showListPage,
  showScriptNotice,
  showTokensPage,
  submitTokenForm,
  submitTokenRevocation,
} from './page/list-page.js'
import {
  createFormHandler,
  createPageHandler,
  firstAccountPage,
  invitationPage,
  submitSignIn,
  submitSignOut,
} from './page/page-handler.js'
import { readPageStyle } from './page/page-frame.js'
import { type Entity, isObject, type JsonSchema, type Registry } from '#core/surface.js'
import { defaultBodyLimit } from '../http/body/body-reader.js'
import { createRouteFactory } from './gate/admin-scope.js'

type Params = Readonly<Record<string, string>>

/** Maximum bytes of a record with a long list, such as a table of 100,000 cells. */
const longRecord = 16 * 1_048_576
/** Maximum bytes of the input of an action with a long text, such as a product sheet, and of a grid of answers. */
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
function createBodyLimits({ entities, actions }: Pick<Registry, 'entities' | 'actions'>) {
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

/** Options of the admin in the configuration file. */
export interface AdminOptions {
  /** Sign-ins, passwords and one-time codes that one address may try per minute. Default 10. */
  readonly signIns?: number
}

/** Maximum bytes of an uploaded file, plus the overhead that REST allows. */
const maxFileBytes = 20 * 1_048_576 + 65_536
/** Maximum bytes of a transfer package. */
const maxPackageBytes = 256 * 1_048_576

/** The routes of the admin's pages, its API, and the scripts that plugins add. */
export async function createAdminRoutes(app: App, server: ServerInfo, options: AdminOptions): Promise<readonly Route[]> {
  const { adminScreens, adminWidgets } = app.context.registry
  const hasScripts = adminScreens.size + adminWidgets.size > 0
  return [...createOwnRoutes(app, server, options), ...(hasScripts ? await createPluginScriptRoutes(app) : [])]
}

function createOwnRoutes(app: App, server: ServerInfo, { signIns = 10 }: AdminOptions): readonly Route[] {
  const tries = createInstallationRateLimit(app.context, 'admin-tries', signIns, 60)
  const { admit, api, door, form, limitedForm, page } = createRouteFactory(app, server, tries)
  const { recordBody, actionBody } = createBodyLimits(app.context.registry)

  const advisorRoutes = (): readonly Route[] => [
    api('GET', 'advisor', readAdvisorState),
    api('GET', 'advisor/conversations', listConversations),
    api('GET', 'advisor/conversations/:id', readAdvisorConversation),
    api('GET', 'advisor/waiting', readWaitingShoppers),
    api('GET', 'advisor/report', readAdvisorReport),
  ]

  return [
    page('', createPageHandler(showHomePage)),
    page('page.css', readPageStyle),
    page('first-account', firstAccountPage.show),
    page('invitation', invitationPage.show),
    page('tokens', createPageHandler(showTokensPage)),
    page('records/:entity', createPageHandler(showListPage)),
    page('records/:entity/:id', createPageHandler(showFormPage)),
    page('*', createPageHandler(showScriptNotice)),
    limitedForm('sign-in', submitSignIn),
    form('sign-out', createFormHandler(submitSignOut)),
    limitedForm('first-account', firstAccountPage.take),
    limitedForm('invitation', invitationPage.take),
    limitedForm('tokens', createFormHandler(submitTokenForm)),
    form('tokens/:id', createFormHandler(submitTokenRevocation)),
    form('records/:entity/:id', createFormHandler(submitForm)),
    form('notifications/preview', createFormHandler(showDraftPage)),
    door('POST', 'session', signInByJson),
    door('POST', 'first-account', openFirstAccountByJson),
    door('POST', 'invitation', openInvitedAccountByJson),
    api('GET', 'session', readSession),
    api('DELETE', 'session', signOutByJson),
    api('GET', 'sessions', listSessions),
    api('DELETE', 'sessions', endOtherSessions),
    api('DELETE', 'sessions/:id', endOneSession),
    api('PATCH', 'account', changeOwnAccount),
    api('POST', 'account/totp', beginOwnTotp, { body: 'fields-or-none' }),
    api('PATCH', 'account/totp', confirmOwnTotp, { checkLimits: admit }),
    api('DELETE', 'account/totp', endOwnTotp, { checkLimits: admit }),
    api('GET', 'accounts', listAdminAccounts),
    api('POST', 'accounts', inviteAccount),
    api('PATCH', 'accounts/:id', changeOtherAccount),
    api('DELETE', 'accounts/:id', removeOtherAccount),
    api('POST', 'accounts/:id/reset', resetOtherAccount, { body: 'fields-or-none' }),
    api('GET', 'dashboard', readDashboard),
    api('GET', 'statistics', readTitledStatistics),
    api('POST', 'setup/dismiss', dismissSetup, { body: 'fields-or-none' }),
    api('GET', 'menu', readMenu),
    api('GET', 'entities/:entity', readEntity),
    api('GET', 'records/:entity', listRecords),
    api('POST', 'records/:entity', createRecord, { bodyLimit: recordBody }),
    api('GET', 'records/:entity/:id', readRecord),
    api('PATCH', 'records/:entity/:id', changeRecord, { bodyLimit: recordBody }),
    api('DELETE', 'records/:entity/:id', deleteRecord),
    api('POST', 'records/:entity/bulk', changeRecords),
    api('POST', 'records/:entity/prices', changeRecordPrices),
    api('POST', 'undo/:token', undoChanges, { body: 'fields-or-none' }),
    api('POST', 'records/:entity/:id/move', moveRecord),
    api('GET', 'records/:entity/:id/files', listFormFiles),
    api('GET', 'records/:entity/:id/files/:field', readFormFile),
    api('GET', 'pictures/:name', readSoldPicture),
    api('POST', 'records/:entity/:id/files/:field', storeFormFile, {
      body: 'stream',
      bodyLimit: maxFileBytes,
    }),
    api('POST', 'records/:entity/:id/files/:field/picture', reuseMedia),
    api('DELETE', 'records/:entity/:id/files/:field', removeFormFile),
    api('GET', 'editor/:entity/vocabulary', readVocabulary),
    api('POST', 'editor/:entity/rule', checkEditedRule),
    api('POST', 'editor/:entity/body', checkEditedBody),
    api('GET', 'choices/:entity', readChoices),
    api('POST', 'actions/:action', callAction, { bodyLimit: actionBody }),
    api('GET', 'transfer/:name', readPackage),
    api('POST', 'transfer/:name', storePackage, { body: 'stream', bodyLimit: maxPackageBytes }),
    api('GET', 'views/:entity', readViews),
    api('PATCH', 'views/:entity', storeViews),
    api('GET', 'workshop/:id', readWorkshop),
    api('GET', 'workshop/:id/findings', readFindings),
    api('GET', 'workshop/:id/readiness', readProductReadiness),
    api('GET', 'workshop/:id/answer-sheet/:question', readAnswerSheet),
    api('POST', 'workshop/:id/answer-sheet/:question', storeAnswerSheet, { bodyLimit: longInput }),
    api('POST', 'workshop/:id/shop', answerShopCall),
    api('GET', 'workshop/:id/shop/products/:product/pictures/:name', readProductPicture),
    api('GET', 'orders', readOrderCounts),
    api('POST', 'orders/bulk', changeOrders),
    api('POST', 'orders/print/:printed', printOrders),
    api('GET', 'media', listMedia),
    api('POST', 'media', storeMedia, { body: 'stream', bodyLimit: maxFileBytes }),
    api('GET', 'media/:picture', readMedia),
    api('POST', 'media/:picture', keepMedia, { body: 'fields-or-none' }),
    api('DELETE', 'media/:picture', removeMedia),
    api('GET', 'search', searchRecords),
    api('GET', 'orders/:id', readOrderDetail),
    api('GET', 'orders/:id/print/:printed', printOrderDocument),
    api('GET', 'credit-notes/:id/print', printCreditNote),
    api('GET', 'quotes/:id', readQuoteDetail),
    api('GET', 'quotes/:id/print/:printed', printQuoteDocument),
    api('POST', 'payments/:id/refund', refundOrderPayment, { body: 'fields-or-none' }),
    api('POST', 'payments/:id/settlement', settleOrderPayment),
    api('POST', 'payments/:id/capture', captureOrderPayment, { body: 'fields-or-none' }),
    api('GET', 'reviews', readReviewPage),
    ...(app.context.registry.verbs.has('read-advisor') ? advisorRoutes() : []),
    api('GET', 'carts/:id', readCartDetail),
    api('POST', 'records/currency/:id/base', makeBaseCurrency),
    api('GET', 'translations', countTranslations),
    api('GET', 'translations/same', readSameTexts),
    api('POST', 'translations/same', confirmSame),
    api('DELETE', 'translations/same', withdrawSame),
    api('GET', 'translations/:entity', listTranslations),
    api('GET', 'trail', readTrail),
    api('GET', 'mails', listMails),
    api('GET', 'mails/:id', previewMail),
    api('GET', 'mails/:id/page', readMailPage),
    api('POST', 'mails/:id/retry', retryQueuedMail, { body: 'fields-or-none' }),
    api('POST', 'notifications/check', checkDraftTexts),
    api('POST', 'notifications/preview', previewDraft),
    api('POST', 'notifications/test', sendDraftTest),
    api('POST', 'mails/test', sendServerTest, { body: 'fields-or-none' }),
    api('POST', 'payment-methods/test', testPaymentMethod),
    api('GET', 'notifications/missing', readMissingNotifications),
    api('GET', 'maintenance', readMaintenance),
    api('POST', 'tasks/:name/run', runScheduledTask, { body: 'fields-or-none' }),
    api('GET', 'failures', listFailures),
    api('GET', 'tokens', listTokens),
    api('POST', 'tokens', mintToken, { checkLimits: admit }),
    api('DELETE', 'tokens/:id', revokeToken),
    api('GET', '*', refuseUnknownAddress),
    {
      ...publicRoute,
      path: '/svc-admin/assets/:version/:name',
      handle: readAsset,
    },
  ]
}

/** Scripts contain no personal data. */
const publicRoute = { method: 'GET', access: 'public', prefixed: false } as const
