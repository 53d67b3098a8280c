/** Said wherever a setting can be changed. */
export const settingsFailure = 'The settings could not be saved. Please try again.'
