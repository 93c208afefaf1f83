// Verbs of a shopper's account: registration, session, password, profile and addresses.
import { string } from '../model/properties/string.js'
import { object, text, listOf } from '../model/verb/shape.js'
import {
  emailArgument,
  guestDataArguments,
  passwordArgument,
  personArguments,
  tokenArgument,
  recordIdArgument,
} from './arguments.js'
import { defineVerb } from './define-verb.js'
import { toLanguagePath, writeShopReply } from '../shop/language.js'
import { startRegistration, confirmRegistration as runConfirmRegistration } from '../commerce/account/registration.js'
import { sessionShape, profileShape, addressShape } from '../commerce/account/define.js'
import {
  login,
  logout,
  requestResetMail,
  resetPassword as runResetPassword,
  readProfile as runReadProfile,
  changeProfile as runChangeProfile,
} from '../commerce/account/service.js'
import { ServiceError } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import { createVatIdField } from '../model/vat-id/fields.js'
import {
  listAddresses as runListAddresses,
  readAddress as runReadAddress,
  storeAccountAddress,
  removeAddress,
} from '../commerce/account/addresses.js'

export const register = defineVerb({
  name: 'register',
  description: 'Starts a registration: sends a mail with a link that creates the account.',
  method: 'POST',
  path: 'accounts',
  input: {
    email: emailArgument(),
    language: string('Language', { help: 'A language tag. Default: the default language of the store.' }),
    ...guestDataArguments(),
  },
  status: 202,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: object({ message: text() }),
  async handler(shopperContext, { fields: _fields, ...input }) {
    const work = await shopperContext.at()
    const page = (path: string): string =>
      shopperContext.link(toLanguagePath(work, shopperContext.language ?? input.language, path))
    await startRegistration(shopperContext, input, {
      confirm: (token) => page(`/account?confirm=${token}`),
      resetPassword: (token) => page(`/account/password?token=${token}`),
      signIn: page('/account'),
    })
    return { message: writeShopReply(work, shopperContext.language ?? input.language, 'shop.registrationMailSent') }
  },
})

export const confirmRegistration = defineVerb({
  name: 'confirm-registration',
  description: 'Creates the account with the token of the mail and a new password, and signs it in.',
  method: 'POST',
  path: 'accounts/confirmations/:token',
  input: {
    token: tokenArgument('mail'),
    password: passwordArgument('It takes a text of at least 10 characters.'),
    ...personArguments(),
    ...guestDataArguments(),
  },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runConfirmRegistration(shopperContext, token, input),
})

export const signIn = defineVerb({
  name: 'sign-in',
  description: 'Signs in to an account.',
  method: 'POST',
  path: 'sessions',
  input: {
    email: emailArgument(),
    password: passwordArgument('It takes the password.'),
    ...guestDataArguments(),
  },
  status: 201,
  secret: true,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: sessionShape,
  handler: async (shopperContext, { fields: _fields, ...input }) => login(shopperContext, input),
})

export const signOut = defineVerb({
  name: 'sign-out',
  description: 'Ends the session in the header X-Svc-Shopper.',
  method: 'DELETE',
  path: 'sessions/current',
  input: {},
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: null,
  async handler(shopperContext) {
    if (shopperContext.session) return logout(shopperContext, shopperContext.session)
    throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.sessionNeeded'))
  },
})

export const requestPasswordReset = defineVerb({
  name: 'request-password-reset',
  description: 'Sends a mail with a password reset link.',
  method: 'POST',
  path: 'password-resets',
  input: { email: emailArgument() },
  status: 202,
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: object({ message: text() }),
  async handler(shopperContext, { email }) {
    const work = await shopperContext.at()
    await requestResetMail(shopperContext, email, (token) =>
      shopperContext.link(toLanguagePath(work, shopperContext.language, `/account/password?token=${token}`)),
    )
    return { message: writeShopReply(work, shopperContext.language, 'shop.resetMailSent') }
  },
})

export const resetPassword = defineVerb({
  name: 'reset-password',
  description: 'Sets a new password with the token of the reset mail.',
  method: 'POST',
  path: 'password-resets/:token',
  input: {
    token: tokenArgument('mail'),
    password: passwordArgument('It takes a text of at least 10 characters.'),
  },
  access: { where: 'accounts', unnamed: true, limit: 'sign-ins' },
  reply: null,
  handler: async (shopperContext, { token, password }) => runResetPassword(shopperContext, token, password),
})

export const readProfile = defineVerb({
  name: 'read-profile',
  description: 'Reads the profile of the signed-in account.',
  method: 'GET',
  path: 'account',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (shopperContext) => runReadProfile(shopperContext),
})

export const changeProfile = defineVerb({
  name: 'change-profile',
  description: 'Changes the profile of the signed-in account.',
  method: 'PATCH',
  path: 'account',
  input: { ...personArguments(), vat_id: createVatIdField(), phone: string('Phone') },
  emptied: ['first_name', 'last_name', 'company', 'vat_id', 'phone'],
  access: { where: 'commerce', limit: 'changes' },
  reply: profileShape,
  handler: async (shopperContext, { fields: _fields, ...change }) => runChangeProfile(shopperContext, change),
})

export const listAddresses = defineVerb({
  name: 'list-addresses',
  description: 'Lists the addresses of the account and of the business partner that it orders for.',
  method: 'GET',
  path: 'addresses',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: object({ addresses: listOf(addressShape) }),
  handler: async (shopperContext) => ({ addresses: await runListAddresses(shopperContext) }),
})

export const readAddress = defineVerb({
  name: 'read-address',
  description: 'Reads an address of the account.',
  method: 'GET',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { id }) => runReadAddress(shopperContext, id),
})

export const createAddress = defineVerb({
  name: 'create-address',
  description: 'Adds an address to the account.',
  method: 'POST',
  path: 'addresses',
  input: {},
  fieldsOf: { entity: 'address', without: ['customer_id', 'party_id'] },
  status: 201,
  location: ({ id }) => `addresses/${String(id)}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { fields }) => storeAccountAddress(shopperContext, fields),
})

export const changeAddress = defineVerb({
  name: 'change-address',
  description: 'Changes an address of the account.',
  method: 'PATCH',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  fieldsOf: { entity: 'address', without: ['customer_id', 'party_id'] },
  access: { where: 'commerce', limit: 'changes' },
  reply: addressShape,
  handler: async (shopperContext, { id, fields }) => storeAccountAddress(shopperContext, fields, id),
})

export const deleteAddress = defineVerb({
  name: 'delete-address',
  description: 'Deletes an address of the account.',
  method: 'DELETE',
  path: 'addresses/:id',
  input: { id: recordIdArgument('address') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { id }) => removeAddress(shopperContext, id),
})
