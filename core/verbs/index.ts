// All verbs of the shop API.
import type { Verb } from './define-verb.js'
import { acceptQuote } from './accept-quote.js'
import { addPosition } from './add-position.js'
import { beginPayment } from './begin-payment.js'
import { changeAddress } from './change-address.js'
import { changeCart } from './change-cart.js'
import { changeCheckout } from './change-checkout.js'
import { changeConfiguration } from './change-configuration.js'
import { changePosition } from './change-position.js'
import { changeProfile } from './change-profile.js'
import { claimCart } from './claim-cart.js'
import { claimConfiguration } from './claim-configuration.js'
import { confirmRegistration } from './confirm-registration.js'
import { copyLineItem } from './copy-line-item.js'
import { copyPosition } from './copy-position.js'
import { createAddress } from './create-address.js'
import { createCart } from './create-cart.js'
import { currentCart } from './current-cart.js'
import { declineQuote } from './decline-quote.js'
import { deleteAddress } from './delete-address.js'
import { deleteCart } from './delete-cart.js'
import { duplicateConfiguration } from './duplicate-configuration.js'
import { explainSelection } from './explain-selection.js'
import { findConflicts } from './find-conflicts.js'
import { guideConfiguration } from './guide-configuration.js'
import { listAddresses } from './list-addresses.js'
import { listCarts } from './list-carts.js'
import { listConfigurations } from './list-configurations.js'
import { listOrders } from './list-orders.js'
import { listPayments } from './list-payments.js'
import { listProducts } from './list-products.js'
import { listQuotes } from './list-quotes.js'
import { movePosition } from './move-position.js'
import { openCheckout } from './open-checkout.js'
import { placeOrder } from './place-order.js'
import { previewChange } from './preview-change.js'
import { priceConfiguration } from './price-configuration.js'
import { priceLineItem } from './price-line-item.js'
import { readAddress } from './read-address.js'
import { readCart } from './read-cart.js'
import { readCheckout } from './read-checkout.js'
import { readConfiguration } from './read-configuration.js'
import { cancelOrder } from './cancel-order.js'
import { readOrder } from './read-order.js'
import { readOrderFile } from './read-order-file.js'
import { readOrderProgress } from './read-order-progress.js'
import { readProfile } from './read-profile.js'
import { readProgram } from './read-program.js'
import { readQuote } from './read-quote.js'
import { readQuoteFile } from './read-quote-file.js'
import { readShop } from './read-shop.js'
import { readUpload } from './read-upload.js'
import { redeemLineItem } from './redeem-line-item.js'
import { redoChange } from './redo-change.js'
import { register } from './register.js'
import { releaseConfiguration } from './release-configuration.js'
import { removePosition } from './remove-position.js'
import { reopenLineItem } from './reopen-line-item.js'
import { repeatOrder } from './repeat-order.js'
import { repeatQuote } from './repeat-quote.js'
import { reportDisagreement } from './report-disagreement.js'
import { requestCheckoutQuote } from './request-checkout-quote.js'
import { requestPasswordReset } from './request-password-reset.js'
import { requestQuote } from './request-quote.js'
import { resetPassword } from './reset-password.js'
import { resumeCart } from './resume-cart.js'
import { saveConfiguration } from './save-configuration.js'
import { searchProducts } from './search-products.js'
import { shareConfiguration } from './share-configuration.js'
import { showProduct } from './show-product.js'
import { signIn } from './sign-in.js'
import { signLineItem } from './sign-line-item.js'
import { signOut } from './sign-out.js'
import { startConfiguration } from './start-configuration.js'
import { suggestConfiguration } from './suggest-configuration.js'
import { undoChange } from './undo-change.js'
import { uploadFile } from './upload-file.js'

export const verbs: readonly Verb[] = [
  acceptQuote,
  addPosition,
  beginPayment,
  changeAddress,
  changeCart,
  changeCheckout,
  changeConfiguration,
  changePosition,
  changeProfile,
  claimCart,
  claimConfiguration,
  confirmRegistration,
  copyLineItem,
  copyPosition,
  createAddress,
  createCart,
  currentCart,
  declineQuote,
  deleteAddress,
  deleteCart,
  duplicateConfiguration,
  explainSelection,
  findConflicts,
  guideConfiguration,
  listAddresses,
  listCarts,
  listConfigurations,
  listOrders,
  listPayments,
  listProducts,
  listQuotes,
  movePosition,
  openCheckout,
  placeOrder,
  previewChange,
  priceConfiguration,
  priceLineItem,
  readAddress,
  readCart,
  readCheckout,
  readConfiguration,
  readOrder,
  readOrderProgress,
  cancelOrder,
  readOrderFile,
  readProfile,
  readProgram,
  readQuote,
  readQuoteFile,
  readShop,
  readUpload,
  redeemLineItem,
  redoChange,
  register,
  releaseConfiguration,
  removePosition,
  reopenLineItem,
  repeatOrder,
  repeatQuote,
  reportDisagreement,
  requestCheckoutQuote,
  requestPasswordReset,
  requestQuote,
  resetPassword,
  resumeCart,
  saveConfiguration,
  searchProducts,
  shareConfiguration,
  showProduct,
  signIn,
  signLineItem,
  signOut,
  startConfiguration,
  suggestConfiguration,
  undoChange,
  uploadFile,
]
