() => [...document.querySelectorAll("*")].findLast((element) => element.textContent.trim() === LABEL).click()
