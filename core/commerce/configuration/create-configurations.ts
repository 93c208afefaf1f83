// Configuration service for in-process callers. Loads each part on first use; callers name the shopper in the options.
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Configurations, ReplyOptions } from './define.js'

export function createConfigurations(context: Context, rules: ShopRules): Configurations {
  const createShopperContext = ({ shopper, language }: ReplyOptions): ShopperContext =>
    new ShopperContext(context, rules, { shopper, language })
  const service = () => import('./service.js')
  return {
    start: async (input, options = {}) => (await service()).startConfiguration(createShopperContext(options), input, options),
    read: async (token, options = {}) => (await service()).readConfiguration(createShopperContext(options), token, options),
    change: async (token, input, options = {}) =>
      (await service()).changeConfiguration(createShopperContext(options), token, input, options),
    undo: async (token, input = {}, options = {}) =>
      (await import('./history-step.js')).applyHistoryStep(createShopperContext(options), token, 'undo', input, options),
    redo: async (token, input = {}, options = {}) =>
      (await import('./history-step.js')).applyHistoryStep(createShopperContext(options), token, 'redo', input, options),
    duplicate: async (token, options = {}) =>
      (await import('./duplicate.js')).duplicateConfiguration(createShopperContext(options), token, options),
    share: async (token, options = {}) => (await import('./share.js')).shareConfiguration(createShopperContext(options), token),
    upload: async (token, file, options = {}) => (await service()).uploadFile(createShopperContext(options), token, file),
    claim: async (token, shopper) => (await service()).claimGuestConfiguration(createShopperContext({ shopper }), token),
  }
}
