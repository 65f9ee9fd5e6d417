# SPDX-License-Identifier: MIT
# The program as a desktop and a shell know it: entry, icons, kinds of files, manual page.
install(TARGETS phasebox COMPONENT program)

# The manual page says what the program says, so it is asked when it is installed.
set(texts ${PROJECT_BINARY_DIR}/texts)
install(CODE "set(phasebox_program \"$<TARGET_FILE:phasebox>\")
set(phasebox_texts \"${texts}\")" COMPONENT program)
install(SCRIPT ${PROJECT_SOURCE_DIR}/packaging/texts.cmake COMPONENT program)
install(FILES ${texts}/phasebox.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

if(PHASEBOX_GUI)
  install(FILES packaging/phasebox.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
  install(FILES packaging/phasebox-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
          RENAME phasebox.xml COMPONENT program)
  install(FILES packaging/phasebox.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
          RENAME io.phasebox.Phasebox.metainfo.xml COMPONENT program)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  install(FILES packaging/phasebox.svg DESTINATION ${icons}/scalable/apps COMPONENT program)
  foreach(side 16 24 32 48 64 128 256 512)
    install(FILES packaging/icons/phasebox-${side}.png DESTINATION ${icons}/${side}x${side}/apps
            RENAME phasebox.png COMPONENT program)
  endforeach()
endif()
