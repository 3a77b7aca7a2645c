// The pages of a book: the theme.

themeButton(byId("theme"), () => {});
