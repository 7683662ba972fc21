-- Print the tabs or the windows of a running Chromium-family browser.
--
-- Arguments: time limit in seconds; application, by name or bundle identifier; "tabs" or "windows".
-- Output: fields separated by the unit separator (31), records by the record separator (30).
--   tabs:    window id, tab id, loading, title, URL
--   windows: window id, mode
--
-- The application is an argument, so the script is compiled without the browser's dictionary and names its terms by their
-- codes: «class CrTb» is tab, «class URL » is URL, «property ldng» is loading, «property mode» is mode.

on run arguments
	set timeLimit to (item 1 of arguments) as integer
	set browser to my browserCalled(item 2 of arguments)
	-- Talking to an application starts it; a list of tabs must not.
	if not (running of browser) then error "Application isn't running." number -600
	if item 3 of arguments is "windows" then return my windowsOf(browser, timeLimit)
	return my tabsOf(browser, timeLimit)
end run

on browserCalled(nameOrIdentifier)
	if nameOrIdentifier contains "." and nameOrIdentifier does not contain " " and nameOrIdentifier does not end with ".app" then
		return application id nameOrIdentifier
	end if
	return application nameOrIdentifier
end browserCalled

on tabsOf(browser, timeLimit)
	set tabRecords to {}
	with timeout of timeLimit seconds
		tell browser
			repeat with oneWindow in (get windows)
				try
					set windowId to (id of oneWindow) as text
					repeat with oneTab in (get «class CrTb» of oneWindow)
						set tabId to (id of oneTab) as text
						set isLoading to («property ldng» of oneTab) as text
						set tabTitle to (name of oneTab) as text
						set tabUrl to («class URL » of oneTab) as text
						set end of tabRecords to my joined({windowId, tabId, isLoading, tabTitle, tabUrl})
					end repeat
				on error reason number code
					my unlessGone(reason, code)
				end try
			end repeat
		end tell
	end timeout
	return my glued(tabRecords, character id 30)
end tabsOf

on windowsOf(browser, timeLimit)
	set windowRecords to {}
	with timeout of timeLimit seconds
		tell browser
			repeat with oneWindow in (get windows)
				try
					set windowId to (id of oneWindow) as text
					set windowMode to («property mode» of oneWindow) as text
					set end of windowRecords to my joined({windowId, windowMode})
				on error reason number code
					my unlessGone(reason, code)
				end try
			end repeat
		end tell
	end timeout
	return my glued(windowRecords, character id 30)
end windowsOf

-- A tab or window that was closed while it was read is left out (-1728 no such object, -1719 no such position).
on unlessGone(reason, code)
	if code is not in {-1728, -1719} then error reason number code
end unlessGone

on joined(fieldValues)
	set cleanValues to {}
	repeat with fieldValue in fieldValues
		set end of cleanValues to my withoutSeparators(contents of fieldValue)
	end repeat
	return my glued(cleanValues, character id 31)
end joined

-- A page may put the separators into its title; left there, they would fake further tabs.
on withoutSeparators(fieldValue)
	set previousDelimiters to AppleScript's text item delimiters
	set AppleScript's text item delimiters to {character id 30, character id 31}
	set fieldParts to text items of fieldValue
	set AppleScript's text item delimiters to previousDelimiters
	return my glued(fieldParts, " ")
end withoutSeparators

on glued(textParts, separator)
	set previousDelimiters to AppleScript's text item delimiters
	set AppleScript's text item delimiters to separator
	set gluedText to textParts as text
	set AppleScript's text item delimiters to previousDelimiters
	return gluedText
end glued
